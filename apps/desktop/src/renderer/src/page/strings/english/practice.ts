export const practice = {
  title: 'Practice room',
  alone: 'only you are here',
  you: 'You',
  enter: 'Play alone',
  enterHint: 'Without an account or a connection.',
};
