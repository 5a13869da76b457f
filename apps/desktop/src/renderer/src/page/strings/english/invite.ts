export const invite = {
  title: (room: string) => `Invite to ${room}`,
  link: 'Link',
  copy: 'Copy the link',
  copied: 'Link copied',
  copyFailed: 'Copy it by hand',
  share: 'Share',
  code: 'The link as a QR code',
  codeHint: 'Point a phone’s camera at it.',
  password: 'Tell them the password, too.',
  onlyHere: 'Only this computer can follow the link so far.',
  guestsToo: 'Whoever has the link can come in; guests listen.',
  membersOnly: 'Whoever has the link and an account can come in.',
};
