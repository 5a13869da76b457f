export const servers = {
  at: (name: string) => `Server: ${name}. Switch server`,
  thisComputer: 'This computer',
  title: 'Choose a server',
  hint: 'Each server has its own rooms and accounts, and opens in its own window.',
  address: 'Address or invitation',
  addressHint: 'The address on the host’s screen, or the link you were sent.',
  go: 'Connect',
  near: 'On this network',
  noneNear: 'No servers found yet. The host can send you a link.',
  known: 'Known servers',
  here: 'You are here',
  isNear: 'nearby now',
  unprotected: 'not encrypted',
  forget: (name: string) => `Forget ${name}`,
  failed: 'That didn’t work. Try again.',
  fingerprint: 'Fingerprint of the server',
  connectedTo: (name: string) => `You are connected to ${name}`,
  compare: 'It must match the fingerprint on the host’s screen and in your invitation. If it doesn’t, leave.',
  fingerprintBefore: 'Fingerprint until now',
  fingerprintInInvitation: 'Fingerprint in the invitation',
  fingerprintNow: 'Fingerprint presented now',
  noFingerprint: 'The server presented no fingerprint.',
  nothingSent: 'Nothing was sent, including your sign-in.',
  changedHow:
    'Ask the host. If they have set up their server again, forget the old one in the list, connect again, and compare the fingerprint on their screen.',
  stayAway: 'Don’t connect',
  isSame: 'It matches, connect',
  goUnprotected: 'Connect anyway',
  back: 'Back',
  questions: {
    first: {
      title: 'Is this the right server?',
      hint: (address: string) =>
        `You haven’t connected to ${address} before. Ask the host to read you the fingerprint on their hosting screen. You only need to do this once.`,
    },
    plain: {
      title: 'This server is not encrypted',
      hint: (address: string) =>
        `Connections to ${address} are not encrypted. Others on the network can read your password and everything you write, and you can’t be sure who answers. Don’t use a password there that you use elsewhere.`,
    },
    changed: {
      title: 'This is not the server you know',
      hint: (address: string) =>
        `A different server than before answers at ${address}. Someone may be impersonating it, or it was set up again.`,
    },
    'not-as-invited': {
      title: 'This is not the server you were invited to',
      hint: (address: string) =>
        `A different server answers at ${address}. Someone may be impersonating it, or the invitation is out of date. Ask for a new one.`,
    },
    'no-answer': {
      title: 'No server answers',
      hint: (address: string) =>
        `There is no Roomtone server at ${address}. Check that the session is open and that you are on the same network.`,
    },
    'no-permission': {
      title: 'Roomtone can’t reach this server',
      hint: (address: string) =>
        `macOS found no way to ${address}. Allow Roomtone in System Settings → Privacy & Security → Local Network, and check that the server is running.`,
    },
    'not-an-address': {
      title: 'This link doesn’t work',
      hint: (_address: string) => 'It is neither an address nor an invitation. It may be incomplete. Ask for it again.',
    },
  },
  plainWarning: 'Not encrypted: others on this network can read what you write here, including your password.',
  refused: {
    title: 'This is not the server you know',
    hint: (name: string, host: string) =>
      `A different server than ${name} answers at ${host} now. Roomtone disconnected before sending anything. Ask the host whether they have set up their server again.`,
    leave: 'Choose a server',
  },
};
