export const ui = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  again: 'Try again',
  loading: 'Loading',
  notices: 'Notices',
  optional: 'if you like',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  failed: 'That did not work',
};
