export const failures = {
  unreachable: 'The server does not answer. Try again in a moment.',
  timeout: 'The server took too long. Try again in a moment.',
  notJoined: 'The connection is lost just now.',
  unconfirmed: 'The connection was lost before the answer: it may have arrived.',
  tooFast: 'A little too fast. Wait a moment and try again.',
  tooFastFor: (seconds: number) => `A little too fast. Try again in ${seconds} s.`,
  muted: 'You are muted in this room.',
  notAllowed: 'You may not do that here.',
  registrationClosed: 'This server takes no new accounts. Ask whoever runs it.',
  server: 'Something went wrong on the server. Try again in a moment.',
};
