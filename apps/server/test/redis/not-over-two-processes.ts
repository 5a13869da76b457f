const rawSockets = 'about the connections and the HTTP of one process, whose port it opens itself';
const shownLater = 'looks at once at what another process shows a moment later: who is inside, the lobby (R20.7)';
const toldLater = 'looks at once for what another process tells a moment later';
const clockSetOn = 'sets the clock on by hours between the runs of a job, whose lease ends by Redis’s clock';
const ownSubject = 'its subject is one process';
const internet = 'where the internet is to reach the server itself, which processes of a service refuse';
const numbers = 'expects the participant numbers of one process: each takes blocks of its own (R20.2)';
const inside = 'holds up, counts or looks into the parts of one process';
const countedLater = 'counts to the very limit; what is sent to other processes counts a moment later (S31.12)';
const ownProxy = 'haproxy itself answers, or reads in place of a client that does not';
const snapshot = 'expects the snapshot of a resume at the same process; at another one it has a sequence (S31.9)';

/** Test files that are not run over two processes behind haproxy, with the reason of each. */
export const notOverTwoProcesses: Readonly<Record<string, string>> = {
  'accounts/audit-log': 'another process may show a moment later what is logged (S25.5)',
  'accounts/delete-profile': 'one of its tests listens to the storage of one process',
  'accounts/ended-sessions': shownLater,
  'accounts/stalled-uploads': rawSockets,
  'billing/becoming-pro': clockSetOn,
  'http/bare-connections': rawSockets,
  'http/bursts': rawSockets,
  'http/connections': `${ownSubject}: who is connected to it, and from where`,
  'http/connections-per-address': rawSockets,
  'http/counted-upgrades': rawSockets,
  'http/held-up-addresses': rawSockets,
  'http/pipelining': rawSockets,
  'http/sent-files': rawSockets,
  'http/stalled-connections': rawSockets,
  'http/unknown-addresses': internet,
  'realtime/bursts': inside,
  'realtime/connection-limits': countedLater,
  'realtime/lobby': shownLater,
  'realtime/mutated-frames': inside,
  'rooms/limits-of-use': countedLater,
  'rooms/moderation': shownLater,
  'rooms/removal': clockSetOn,
};

/** Single tests of other files that are not, by file and the beginning of their titles. */
export const testsNotOverTwoProcesses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'realtime/chat': {
    'R4.2: the order': 'expects the order of arrival; over processes it is that in which storage answers (R20.4)',
    'R4.7: activity': inside,
    'R8.5: a command waits': inside,
  },
  'realtime/command-limits': {
    'R3.7': toldLater,
    'R18.1: a user on all': countedLater,
    'R18.14': countedLater,
    'R18.15': countedLater,
    'R18.16: notes and heartbeats': toldLater,
  },
  'realtime/connection': {
    'R7.1, R7.2, R7.4: on ': shownLater,
    'R8.10, R8.9, R10.1: a reader': ownProxy,
    'R8.12: when the server stops': ownSubject,
  },
  'realtime/datagrams': { 'R17.2: are numbered': numbers },
  'realtime/full-rooms': { 'R2.17: users take': numbers },
  'realtime/loops': { 'R21.11: more': 'each command goes through Redis, so that more of them wait than may' },
  'realtime/moderation': {
    'R13.3, R13.6: a kicked': numbers,
    'R13.3, S25.1': numbers,
    'R13.4, R2.10': numbers,
    'R13.7: a mute of chat': numbers,
    'R13.7, R13.8': numbers,
    'R13.7, R13.9': numbers,
    'R13.15: an offer ends': toldLater,
    'S32.10, S32.11, S25.1': toldLater,
  },
  'realtime/notes': { 'R5.4': inside, 'R6.1 to R6.5': toldLater },
  'realtime/quality': { 'R12.1, R17.14': toldLater },
  'realtime/removed-room': {
    'R2.4: chat that was stored': inside,
    'R2.4: a join to a room': inside,
  },
  'realtime/resume': {
    'R10.1: after 30 s': shownLater,
    'R10.4, R10.5': snapshot,
    'R2.12, R10.6': snapshot,
    'R10.8: a new join': numbers,
    'R10.9: of several sockets': 'of sockets that come to two processes at once, one may begin a connection of its own',
  },
  'realtime/rooms': {
    'R2.1: joining another': numbers,
    'R2.3: roomJoined contains': numbers,
    'R2.11: joining the current': numbers,
    'R3.1: participant numbers': numbers,
    'R3.2: everybody inside': numbers,
  },
  'realtime/social': {
    'R15.4, R15.5: messages to an offline':
      'a message that is not confirmed is sent at each process that the user comes to',
    'R15.5: a message is delivered': toldLater,
    'R15.6: the number of waiting': toldLater,
  },
  'realtime/stepped-clock': {
    'R13.5: a guest': numbers,
    'R13.7: a mute keeps': 'a process knows only of its own mutes how long they last if the wall clock is stepped',
  },
  'realtime/upgrade': { 'R1.4': ownProxy },
};
