export const servers = {
  at: (name: string) => `Server: ${name}. Choose another one`,
  thisComputer: 'This computer',
  title: 'Choose a server',
  hint: 'Each server has its own rooms and accounts. It opens in a window of its own.',
  address: 'Address or invitation',
  addressHint: 'As the host’s screen shows it, or the link you were sent.',
  go: 'Go there',
  near: 'New on this network',
  noneNear: 'None has been found yet. Whoever hosts one can send you a link.',
  known: 'Where you have been',
  here: 'You are here',
  isNear: 'on this network now',
  unprotected: 'not protected',
  forget: (name: string) => `Forget ${name}`,
  failed: 'That did not work. Try again.',
  key: 'Key of the server',
  connectedTo: (name: string) => `You are connected to ${name}`,
  compare: 'It has to be the key on the host’s screen and in your invitation. If it is another one, leave.',
  keyBefore: 'Key until now',
  keyOfInvitation: 'Key in the invitation',
  keyNow: 'Key of who answers now',
  noKey: 'Who answers now has no key at all.',
  nothingSent: 'You are not connected. Nothing was sent, and your sign-in neither.',
  changedHow:
    'Ask the host. If they have set their server up anew, forget the old one in the list, go there again, and compare the key on their screen.',
  stayAway: 'Do not go there',
  isSame: 'It is the same key',
  goUnprotected: 'Go there all the same',
  back: 'Back',
  questions: {
    first: {
      title: 'Is this the right server?',
      hint: (address: string) =>
        `You have not been at ${address} yet. Ask the host to read you the key on their hosting screen. It is asked once; from then on Roomtone knows this server.`,
    },
    plain: {
      title: 'This server is not protected',
      hint: (address: string) =>
        `${address} speaks without encryption. Others on the network can read your password and all that you write, and nothing proves who answers. Use no password there that you use elsewhere.`,
    },
    changed: {
      title: 'This is not the server you know',
      hint: (address: string) =>
        `Another server than before answers at ${address}. Somebody may pose as it, or it was set up anew.`,
    },
    'not-as-invited': {
      title: 'This is not the server you are invited to',
      hint: (address: string) =>
        `Another server answers at ${address}. Somebody may pose as it, or the invitation is an old one: ask for a new one.`,
    },
    'no-answer': {
      title: 'No server answers',
      hint: (address: string) =>
        `No Roomtone server answers at ${address}. Check that the session is open, and that you are in the same network.`,
    },
    'not-an-address': {
      title: 'This link leads nowhere',
      hint: (_address: string) =>
        'It is neither an address nor an invitation. A letter may have got lost: ask for it again.',
    },
  },
  plainWarning: 'Not protected: others on this network can read what you write here, and your password.',
  refused: {
    title: 'This is not the server you know',
    hint: (name: string, host: string) =>
      `Another one than ${name} answers at ${host} now. The connection was ended before anything was sent to it. Ask the host whether they have set their server up anew.`,
    leave: 'Choose a server',
  },
};
