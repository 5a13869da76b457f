export const servers = {
  at: (host: string) => `Server ${host}. Choose another one`,
  title: 'Choose a server',
  hint: 'Each server has its own rooms and accounts.',
  address: 'Address',
  go: 'Go there',
  near: 'On this network',
  noneNear: 'None has been found yet. Whoever hosts one can tell you its address.',
  recent: 'Gone to before',
  here: 'You are here',
  noAnswer: (address: string) => `No Roomtone server answers at ${address}. Check the address, and that it is running.`,
};
