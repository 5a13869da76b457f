import { figure, percent } from './numbers.ts';

export const host = {
  title: 'Hosting',
  lead: 'Server health, who is connected, and user roles.',
  homeLead: 'Play with others on your network: open the server in this app and invite them.',
  hosting: {
    title: 'Host a session',
    hint: 'Opens the server in this app to your network. Others find it in their Roomtone, or join with your link in any browser.',
    openHint: 'Others find it in their Roomtone. The link also works in any browser.',
    open: 'Host a session',
    close: 'End session',
    starting: (attempt: number) =>
      attempt === 0 ? 'Starting the server.' : `Restarting the server (attempt ${figure(attempt)})`,
    states: { open: 'Open', closed: 'This computer only', busy: 'Starting' },
    who: 'Who can join',
    joining: {
      anyone: {
        name: 'Anyone can join',
        hint: 'Anyone who can reach the server can create an account, even without an email.',
      },
      added: {
        name: 'Only people I add',
        hint: 'You give them a name and a password.',
      },
    },
    changeHint:
      'If you change this or end the session, the server finishes what it is doing first. Players reconnect automatically.',
    link: 'Link for everyone',
    linkHint: 'It contains the fingerprint below, so Roomtone doesn’t ask people to compare it.',
    addresses: 'Addresses:',
    fingerprint: 'Fingerprint of your server. People who join by address compare it.',
    noNetwork: 'Not on a network. The link appears once you connect.',
    troubles: {
      ended: (time: string, _detail: string) =>
        `The server stopped unexpectedly at ${time} and was restarted. Players reconnect automatically, and the chat is kept.`,
      failed: (_time: string, detail: string) => `The server doesn’t start: ${detail} Retrying …`,
      'port-taken': (_time: string, _detail: string) =>
        'Another program is using the usual port, so the server has a different one this time. Earlier links won’t work until that port is free again; this one does.',
      'network-changed': (time: string, _detail: string) =>
        `Your network changed at ${time}, and so did your addresses. Send this link to everyone who hasn’t joined yet.`,
    },
  },
  guests: {
    title: 'Connected',
    count: (count: number) => figure(count),
    none: 'No one yet.',
    outside: 'not in a room',
    guest: 'guest',
  },
  people: {
    title: 'Add a user',
    hint: 'They sign in with this username and password, and can change the password afterwards.',
    password: 'Initial password',
    passwordHint: 'At least 8 characters. It stays visible so that you can pass it on.',
    add: 'Add',
    added: (name: string) => `${name} can sign in now.`,
  },
  log: { title: 'Server log', show: 'Show', hide: 'Hide', empty: 'Nothing yet.' },
  help: {
    title: 'If no one can connect',
    sameNetwork: 'Everyone has to be on the same network. Guest Wi-Fi often keeps devices apart.',
    firewall: {
      win32: (port: string) =>
        `Windows asks once whether Roomtone may accept connections: allow private networks. To change it later, open Windows Security > Firewall & network protection > Allow an app through firewall. The port is ${port} (TCP).`,
      darwin: (port: string) =>
        `On macOS, open System Settings > Network > Firewall > Options and allow incoming connections for Roomtone (port ${port}, TCP). Then turn on Roomtone in Privacy & Security > Local Network.`,
      linux: (port: string) =>
        `If this computer has a firewall, open port ${port} (TCP), and port 5353 (UDP) so that others can find you: sudo ufw allow ${port}/tcp, or firewall-cmd --add-port=${port}/tcp.`,
    },
    notFound:
      'If others don’t see you in their list, send them the link. The list needs multicast, which some networks block.',
    browserWarning:
      'Browsers show a warning once because your server made its own certificate. The page behind the link explains it.',
  },
  adminsOnly: 'This page is for admins',
  adminsOnlyHint:
    'It shows the server’s health and lets admins assign roles. The host can make you an admin on the command line: user grant, your name, admin.',
  health: 'Health',
  states: { ok: 'Everything works', degraded: 'Some services are down', down: 'The server isn’t working' },
  stale: (time: string) => `Can’t reach the server. These figures are from ${time}. Retrying …`,
  services: 'Services',
  serviceNames: { database: 'Database', redis: 'Redis', externalApis: 'External services' },
  serviceStates: { ok: 'running', down: 'down', disabled: 'not in use' },
  certificate: {
    none: 'Certificate: none from an authority yet',
    validUntil: (date: string) => `Certificate, valid until ${date}`,
    failed: (time: string, reason: string) => `The last attempt failed (${time}): ${reason}`,
    states: { ok: 'in order', failed: 'failed' },
  },
  figures: {
    connections: 'Connections',
    rooms: 'Rooms in use',
    allRooms: 'Public rooms',
    memory: 'Memory',
    cpu: 'Processor',
    notesIn: 'Notes in per second',
    notesOut: 'Notes out per second',
    relay: `Relay time, ${percent(0.99)} within`,
    dropped: 'Notes dropped',
  },
  ms: (ms: string) => `${ms} ms`,
  noMetrics: 'Note figures aren’t available: this server shows /metrics to private networks or with a token.',
  roles: 'Roles',
  rolesHint: 'Everyone with an account is a member. Changes take effect within ten seconds.',
  find: 'Username',
  findAct: 'Find',
  found: (name: string) => `Roles of ${name}`,
  choices: {
    pro: { name: 'Pro', hint: 'Can create and join Pro rooms; more and larger rooms.' },
    moderator: { name: 'Moderator', hint: 'Can remove, mute and ban people and delete chat in public and Pro rooms.' },
    admin: { name: 'Admin', hint: 'Can do all of that everywhere, assign roles, and see this page.' },
  },
  becoming: 'Making you the admin',
  becomingHint: 'This takes a moment.',
  users: 'Users',
  noUser: 'No user has this in their name.',
  lastSeen: (date: string) => `last seen ${date}`,
  moreUsers: 'There are more. Search by name.',
  lastAdmin: 'You would no longer be an admin.',
  set: 'Save roles',
  rolesSet: (name: string, roles: string) => `${name} now has these roles: ${roles}.`,
  signOut: 'Sign out everywhere',
  signOutHint: 'Signs this person out on all devices and closes their connections. They can sign in again.',
  signingOut: (name: string) => `${name} is being signed out everywhere.`,
};
