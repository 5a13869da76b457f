const rawSockets = 'about the connections and the HTTP of one process, whose port it opens itself';
const shownLater = 'another process may show a moment later who is inside (R20.7)';
const clockSetOn = 'sets the clock on by hours between the runs of a job, whose lease ends by Redis’s clock';
const ownSubject = 'its subject is one process';

/** Test files of REST that are not run over two processes behind haproxy, with the reason of each. */
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
  'http/unknown-addresses': 'where the internet is to reach the server itself, which processes of a service refuse',
  'rooms/moderation': shownLater,
  'rooms/removal': clockSetOn,
};
