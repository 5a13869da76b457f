import { counted } from './numbers.ts';

export const account = {
  title: 'Your account',
  profile: 'Profile',
  usernameHint: 'Others see this name, and you sign in with it.',
  emailHint: 'Only you can see it.',
  save: 'Save',
  saved: 'Saved.',
  since: (date: string) => `Joined ${date}`,
  picture: {
    title: 'Picture',
    choose: 'Choose a picture',
    unreadable: 'This file can’t be read as a picture. Choose a PNG, JPEG, WebP or GIF.',
    tooLarge: 'This picture has more than 40 megapixels. Choose a smaller one.',
    crop: 'Crop your picture',
    cropHint: 'Drag the picture or use the arrow keys. Plus and minus zoom.',
    cropRole: 'movable picture',
    section: 'Visible part',
    zoom: 'Zoom',
    use: 'Use this picture',
    uploading: 'Uploading your picture',
    changed: 'Picture updated.',
  },
  password: {
    title: 'Password',
    hint: 'Changing it signs you out everywhere else.',
    current: 'Current password',
    next: 'New password',
    change: 'Change password',
    changed: 'Password changed.',
  },
  local: {
    title: 'Your profile on this computer',
    noPassword:
      'It has no password: anyone who uses Roomtone on this computer plays as you. You can change its name above.',
    data: 'Your profile, rooms and chat are stored in one folder on this computer and nowhere else. To remove everything, quit Roomtone and delete the folder.',
    show: 'Show folder',
  },
  sessions: {
    title: 'Signed-in devices',
    hint: 'If you don’t recognize a device, sign it out and change your password.',
    thisOne: 'this device',
    end: 'Sign out',
    endOne: (device: string) => `Sign out ${device}`,
    endOthers: 'Sign out other devices',
    ended: (count: number) => `${counted(count, { one: 'device', other: 'devices' })} signed out.`,
    device: (program: string | undefined, system: string | undefined) =>
      [program ?? 'Unknown program', system].filter((each) => each !== undefined).join(' on '),
    from: (address: string) => `from ${address}`,
  },
  settings: {
    title: 'Preferences',
    languageHint: 'Only on this device.',
    notifications: 'Notify me about friends and messages',
    notificationsHint: 'Even when Roomtone is in the background, if this browser allows it.',
  },
  leaving: {
    title: 'Sign out or delete',
    here: 'Sign out',
    everywhere: 'Sign out everywhere',
    delete: 'Delete account …',
    deleteTitle: 'Delete your account',
    deleteHint:
      'Your name, picture, friends and rooms are deleted immediately and permanently. Your chat messages stay, without your name.',
    deleteNow: 'Delete permanently',
  },
};
