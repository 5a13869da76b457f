const rawSockets = 'about the connections and the HTTP of one process, whose port it opens itself';
const shownLater = 'looks at once at what another process shows a moment later: who is inside, the lobby (R20.7)';
const clockSetOn = 'sets the clock on by hours between the runs of a job, whose lease ends by Redis’s clock';
const ownSubject = 'its subject is one process';
const internet = 'where the internet is to reach the server itself, which processes of a service refuse';
const inside = 'holds up, counts or looks into the parts of one process';
const countedLater = 'counts to the very limit; what is sent to other processes counts a moment later (S31.12)';
const ownProxy = 'haproxy itself answers, or reads in place of a client that does not';
const unconfirmed = 'a message that is not confirmed is sent at each process that the user comes to';
const snapshot = 'expects the snapshot of a resume at the same process; at another one it has a sequence (S31.9)';

/** Test files that are not run over two processes behind haproxy, with the reason of each. */
export const notOverTwoProcesses: Readonly<Record<string, string>> = {
  'accounts/audit-log': 'entries of two processes may be stored in another order, and be shown a moment later (S25.5)',
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
  'realtime/mutated-frames': inside,
  'rooms/limits-of-use': countedLater,
  'rooms/removal': clockSetOn,
};

/** Single tests of other files that are not, by file and the beginning of their titles. */
export const testsNotOverTwoProcesses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'accounts/delete-profile': { 'S13.7, decision 004: connections close before': inside },
  'accounts/stats': { 'S15.4: a batch': ownSubject },
  'realtime/chat': {
    'R4.2: the order': 'expects the order of arrival; over processes it is that in which storage answers (R20.4)',
    'R4.7: activity': inside,
    'R8.5: a command waits': inside,
  },
  'realtime/command-limits': {
    'R18.1: a user on all': countedLater,
    'R18.14': countedLater,
  },
  'realtime/connection': {
    'R8.10, R8.9, R10.1: a reader': ownProxy,
    'R8.12: when the server stops': ownSubject,
  },
  'realtime/data': { 'R26.7': countedLater },
  'realtime/lobby': {
    'R11.1: the answer lists': shownLater,
    'R11.2, R11.3': shownLater,
    'R11.3: updates': shownLater,
    'R11.5: updates that were missed': shownLater,
    'R11.6': shownLater,
  },
  'realtime/notes': { 'R5.4': inside },
  'realtime/resume': {
    'R10.4, R10.5': snapshot,
    'R2.12, R10.6': snapshot,
    'R10.9: of several sockets': 'of sockets that come to two processes at once, one may begin a connection of its own',
  },
  'realtime/rooms': {
    'R3.1: participant numbers': 'expects the numbers of one process: each takes blocks of its own (R20.2)',
  },
  'realtime/social': {
    'R15.4, R15.5: messages to an offline': unconfirmed,
    'R15.5: a message is delivered': unconfirmed,
  },
  'realtime/stepped-clock': {
    'R13.7: a mute keeps': 'a process knows only of its own mutes how long they last if the wall clock is stepped',
  },
  'realtime/upgrade': { 'R1.4': ownProxy },
};
