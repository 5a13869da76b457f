export const ui = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  again: 'Retry',
  loading: 'Loading',
  notices: 'Notifications',
  optional: 'optional',
  failed: 'That didn’t work',
};
