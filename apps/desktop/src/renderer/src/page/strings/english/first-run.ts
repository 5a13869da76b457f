export const firstRun = {
  title: 'First steps',
  steps: { heard: 'Hear yourself', midi: 'Connect MIDI', invited: 'Invite' },
  done: 'done',
  dismiss: 'Hide first steps',
};
