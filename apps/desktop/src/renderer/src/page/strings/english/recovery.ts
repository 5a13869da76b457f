export const recovery = {
  title: 'Forgot your password?',
  lead: 'Enter the email of your account. You get a link to choose a new password.',
  send: 'Send link',
  sent: (email: string) =>
    `If an account has the email ${email}, a link is on its way. It works for 30 minutes. Nothing there? Check your spam folder.`,
  chooseTitle: 'Choose a new password',
  chooseLead: 'You are then signed out everywhere, and sign in with the new one.',
  change: 'Change password',
  ended: 'This link no longer works. It may be too old, or has been used.',
  again: 'Get a new link',
  doneTitle: 'Password changed',
  doneLead: 'You can sign in with it now.',
};
