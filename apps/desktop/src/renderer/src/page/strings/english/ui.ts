export const ui = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  again: 'Retry',
  loading: 'Loading',
  notices: 'Notifications',
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  failed: 'That didn’t work',
};
