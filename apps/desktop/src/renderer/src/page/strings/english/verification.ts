export const verification = {
  title: 'Confirm your email',
  lead: 'This shows that you get mails at this address, so that you can choose a new password by email.',
  confirm: 'Confirm',
  ended: 'This link no longer works. Get a new one on your account page.',
  doneTitle: 'Email confirmed',
  doneLead: 'You can close this page or play on.',
  toStart: 'Open Roomtone',
};
