export const shortcuts = {
  title: 'Shortcuts',
  white: (note: string) => `White keys, from ${note}`,
  black: 'Black keys',
  octave: 'Octave down, octave up',
  space: 'Space',
  sustain: 'Sustain pedal',
  send: 'Send the chat message and play again',
  back: 'From the chat back to the piano; close a panel',
  focus: 'Next key, when the piano has the focus',
  list: 'This list',
};
