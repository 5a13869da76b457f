import { counted } from './numbers.ts';

export const turns = {
  title: 'Turns',
  queue: 'Queue',
  take: 'Take a turn',
  pass: 'Pass the turn',
  giveUp: 'Leave queue',
  you: 'you',
  somebody: 'Someone',
  more: (count: number) => counted(count, { one: 'more', other: 'more' }),
  yourTurn: (others: string) => (others === '' ? 'It’s your turn' : `It’s your turn, with ${others}`),
  plays: (names: string, count: number) => (count === 1 ? `It’s ${names}’s turn` : `${names} are playing`),
  nobodyPlays: 'No one is playing',
  next: (names: string) => `Next: ${names}`,
  nobodyWaits: 'No one is waiting',
  onlyYou: 'Until it’s your turn, only you hear your notes',
  playsNow: 'playing',
  endTurn: (name: string) => `End ${name}’s turn`,
  moveUp: (name: string) => `Move ${name} up`,
  remove: (name: string) => `Take ${name} out of the queue`,
  whyNotPlay: {
    members:
      'Only members play in this room. Set a password for your account to play along. Until then, only you hear your notes.',
    named: 'Only named players play in this room. The owner or a moderator can add you. Only you hear your notes.',
  },
  whyNotChat: {
    members: 'Only members chat in this room. Set a password for your account to join in.',
    moderators: 'Only the owner and moderators write here.',
  },
  namePlayer: 'Add as named player',
  unnamePlayer: 'Remove as named player',
  isPlayer: (name: string) => `${name} is now a named player.`,
  isNoPlayer: (name: string) => `${name} is no longer a named player.`,
  settings: {
    legend: 'Who does what',
    mayPlay: 'Who plays',
    mayPlays: {
      everybody: 'Everyone with an account',
      members: 'Members',
      named: 'Named players',
      turns: 'In turns',
    },
    mayPlayHints: {
      everybody: 'Guests only listen',
      members: 'Everyone whose account has a password, and players you name',
      named: 'You and moderators add players from the list of people in the room',
      turns: 'Players queue up, and the next one plays when someone passes the turn or falls silent',
    },
    turnPlayers: 'At a time',
    turnPlayersOf: (count: number) => counted(count, { one: 'player', other: 'players' }),
    turnSeconds: 'Length of a turn',
    turnSecondsOf: (seconds: number) => {
      if (seconds === 0) return 'No limit';
      const minutes = seconds / 60;
      if (!Number.isInteger(minutes)) return counted(seconds, { one: 'second', other: 'seconds' });
      return counted(minutes, { one: 'minute', other: 'minutes' });
    },
    mayChat: 'Who chats',
    mayChats: { everybody: 'Everyone with an account', members: 'Members', moderators: 'Owner and moderators' },
    maySetMetronome: 'Who sets the metronome',
    maySetMetronomes: { moderators: 'Owner and moderators', players: 'Everyone who may play' },
    mayTalk: 'Who talks',
    mayTalks: {
      everybody: 'Everyone with an account',
      members: 'Members',
      named: 'Named players',
      moderators: 'Owner and moderators',
      nobody: 'No one',
    },
  },
};
