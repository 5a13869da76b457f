export const host = {
  title: 'Hosting',
  lead: 'How this server is doing, and who may do what.',
  homeLead: 'Play with others on your network: open the server in this app, and let them in.',
  hosting: {
    title: 'Host a session',
    hint: 'Opens the server in this app to your network. Others see it in their Roomtone, or come by your link with any browser.',
    openHint: 'Others see it in their Roomtone. The link works in any browser, too.',
    open: 'Host a session',
    close: 'Close the session',
    starting: (attempt: number) =>
      attempt === 0 ? 'The server is starting.' : `The server is being started again, for the ${attempt}. time.`,
    states: { open: 'Open', closed: 'This computer only', busy: 'Starting' },
    who: 'Who may join',
    joining: {
      anyone: {
        name: 'Anyone here may join',
        hint: 'Whoever reaches it makes an account of their own; no email needed.',
      },
      added: {
        name: 'Only people I add',
        hint: 'You give them name and password. Guests can listen where a room lets them.',
      },
    },
    changeHint:
      'When you change this, or close the session, what is under way is finished first; those inside come back by themselves.',
    link: 'Link for everybody',
    linkHint: 'It carries the key below, so Roomtone asks nobody about it.',
    addresses: 'By address:',
    key: 'Key of your server, to compare with who comes by address',
    noNetwork: 'This computer is in no network now. As soon as it is, the link stands here.',
    troubles: {
      ended: (time: string, _detail: string) =>
        `The server ended unexpectedly at ${time} and was started again. Whoever played comes back by themselves; what was said is kept.`,
      failed: (_time: string, detail: string) => `The server does not start: ${detail} It is tried again.`,
      'port-taken': (_time: string, _detail: string) =>
        'Another program has the usual port, so it is another one this time. Links from before do not work until it is free again; this one does.',
      'network-changed': (time: string, _detail: string) =>
        `Your network changed at ${time}, and your addresses with it. Send this link to those who are not here yet.`,
    },
  },
  guests: {
    title: 'Who is connected',
    count: (count: number) => String(count),
    none: 'Nobody yet.',
    outside: 'looking around',
    guest: 'guest',
  },
  people: {
    title: 'Add somebody',
    hint: 'They sign in with this name and password, and can change the password then.',
    password: 'First password',
    passwordHint: 'At least 8 characters. You can read it here to tell them.',
    add: 'Add',
    added: (name: string) => `${name} can sign in now.`,
  },
  log: { title: 'What the server writes', show: 'Show', hide: 'Hide', empty: 'Nothing yet.' },
  help: {
    title: 'When nobody gets in',
    sameNetwork: 'All have to be in the same network; a guest Wi-Fi often keeps its devices apart.',
    firewall: {
      win32: (port: string) =>
        `Windows asks once whether Roomtone may be reached: allow private networks. Later: Windows Security, Firewall, Allow an app. The port is ${port} (TCP).`,
      darwin: (port: string) =>
        `macOS: System Settings, Network, Firewall, Options: Roomtone has to allow incoming connections (port ${port}, TCP). Under Privacy, Local Network has to be on for Roomtone.`,
      linux: (port: string) =>
        `If there is a firewall here, let port ${port} (TCP) in, and 5353 (UDP) to be found: sudo ufw allow ${port}/tcp, or firewall-cmd --add-port=${port}/tcp.`,
    },
    notFound:
      'If others do not see you in their list, send them the link: the list needs multicast, which some networks block.',
    browserWarning: 'Browsers warn once, for the certificate is your own. The page behind the link explains it.',
  },
  adminsOnly: 'This page is for admins',
  adminsOnlyHint:
    'It shows how the server is doing and gives roles. Whoever runs the server can make you an admin, on its command line: user grant, your name, admin.',
  health: 'Health',
  states: { ok: 'All is well', degraded: 'Something is missing', down: 'The server cannot work' },
  asOf: (time: string) => `as of ${time}`,
  stale: (time: string) => `The server does not answer. This is from ${time}; asking again.`,
  services: 'What it needs',
  serviceNames: { database: 'Database', redis: 'Redis', external_apis: 'Services elsewhere' },
  serviceStates: { ok: 'works', down: 'does not work', disabled: 'not in use' },
  figures: {
    connections: 'Connections',
    rooms: 'Rooms with people',
    allRooms: 'Public rooms',
    memory: 'Memory',
    cpu: 'Processor',
    notesIn: 'Notes a second in',
    notesOut: 'Notes a second out',
    relay: 'Relay, 99 % within',
    dropped: 'Notes dropped',
  },
  ms: (ms: string) => `${ms} ms`,
  noMetrics: 'How notes flow is not shown: /metrics asks for a token here.',
  roles: 'Roles',
  rolesHint: 'Everybody with an account is a member. A change takes effect within ten seconds.',
  find: 'Username',
  findAct: 'Find',
  found: (name: string) => `Roles of ${name}`,
  choices: {
    pro: { name: 'Pro', hint: 'Opens and enters pro rooms; more rooms, more seats.' },
    moderator: { name: 'Moderator', hint: 'Kicks, mutes, bans and deletes chat in public and pro rooms.' },
    admin: { name: 'Admin', hint: 'All of that everywhere, gives roles, and sees this page.' },
  },
  unseen:
    'The server tells anybody only who is Pro. Set all that this person is to have: what is off here is taken away.',
  lastAdmin: 'You would no longer be an admin yourself.',
  set: 'Set these roles',
  rolesSet: (name: string, roles: string) => `${name} is now: ${roles}.`,
  signOut: 'Put off the server',
  signOutHint: 'Ends all sign-ins and connections. They can sign in again.',
  signingOut: (name: string) => `${name} is put off the server.`,
};
