import { figure } from './numbers.ts';

export const failures = {
  unreachable: 'Can’t reach the server. Try again in a moment.',
  timeout: 'The server took too long to respond. Try again in a moment.',
  notJoined: 'You are not connected right now. Try again once you are back in the room.',
  unconfirmed: 'The connection dropped before the server answered. Check whether it went through.',
  tooFast: 'That was a bit too fast. Wait a moment and try again.',
  tooFastFor: (seconds: number) => `That was a bit too fast. Try again in ${figure(seconds)} s.`,
  tooManyRequests: (seconds: number) => `Too many requests. Trying again in ${figure(seconds)} s.`,
  muted: 'You are muted in this room.',
  loopOwner: 'You can play, stop and mute this loop. Only its maker and moderators can change it.',
  loopsModerated: 'In this room only the owner and moderators make loops.',
  notFriends: 'You can only message friends. Send a friend request first.',
  blocked: 'This person has blocked you.',
  blocking: 'You have blocked this person. Unblock them first.',
  notAllowed: 'You don’t have permission to do that here.',
  moderatorQuota: 'This room already has 20 moderators. Dismiss one first.',
  sheetQuota: 'This room already keeps 60 sheets. Delete one in “Sheet music” first.',
  botQuota: 'You already have ten bots. Delete one first.',
  secondFactor: 'Admins need two-step sign-in here. Set it up on your account page first.',
  noGuests: 'You need an account to come in here. Sign in, or ask the host to add you.',
  foreignAddress: (origin: string) =>
    `This address is not one of the server’s. The host can change that: ROOMTONE_PUBLIC_URL=${origin}`,
  hostLinkOver:
    'This link has been used, or is not the last one that the server printed. Start the server again for a new one.',
  suspended: 'This account is suspended. Ask the host.',
  invitationOver: 'This invitation has ended or has no places left. Ask for another one.',

  tooManyInvitations: 'There are too many invitations. Revoke one first.',
  registrationClosed: 'This server isn’t accepting new accounts. Ask the host to add you.',
  signedOut: 'You are signed out. Sign in and try again.',
  notFound: 'That no longer exists.',
  noSuchRoom: 'That room no longer exists.',
  forPro: 'You need a Pro account for that.',
  roomQuota: 'You have reached your room limit. Delete a room first.',
  server: 'Something went wrong on the server. Try again in a moment.',
};
