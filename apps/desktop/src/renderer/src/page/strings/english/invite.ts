export const invite = {
  title: (room: string) => `Invite to ${room}`,
  link: 'Link',
  copy: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'Copy the link by hand',
  share: 'Share',
  code: 'Link as a QR code',
  codeHint: 'Point a phone camera at it.',
  password: 'Tell them the password, too.',
  onlyHere: 'This link only works on this computer so far.',
  guestsToo: 'Anyone with the link can join. Guests can only listen.',
  membersOnly: 'Anyone with the link and an account can join.',
};
