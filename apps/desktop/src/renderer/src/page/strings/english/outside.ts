import { counted, figure } from './numbers.ts';

/** Hosting for friends outside the network. */
export const outside = {
  title: 'Friends outside this network',
  panel: 'Internet',
  hint: 'Asks your router to let them in from the internet. Only people you add or invite can join then, unless you choose otherwise.',
  openHint: 'People on the internet need this on. Those in your network reach you either way.',
  guests: 'Guests can listen',
  guestsHint: 'Without an account, where a room allows it.',
  anyoneHint: 'Anyone on the internet who finds the server can create an account.',
  addHint: 'The link above lets your friends in. You can also add them under “Add a user”, or invite them to a room.',
  states: { off: 'Off', asking: 'Asking', open: 'Open', closed: 'Not reachable', shut: 'Closed' },
  asking: 'Asking your router to open the port …',
  address: 'Public address',
  until: (time: string) => `Your router keeps the port open until ${time}. It is renewed while you host.`,
  noEnd:
    'Your router keeps the port open until you end the session. If the app crashes, close the port in the router’s settings.',
  ownAddress: 'It belongs to this computer itself, so only this computer’s firewall is in between.',
  noUdp: 'Your router opened no UDP port, so notes from outside are late when packets get lost.',
  unproved: 'Your router says so. Have a friend try the link: from inside, many routers don’t lead back.',
  closeNow: 'Close to the internet now',
  closeHint: 'Ends every connection from outside at once. Players in your network stay.',
  closed: (count: number) =>
    count === 0 ? 'Closed to the internet.' : `Closed to the internet. Connections ended: ${figure(count)}.`,
  shut: 'Closed to the internet. No one outside this network can connect until you turn this on again.',
  shutByAdmin: 'Closed to the internet. No one outside the server’s network can connect until it is started again.',
  reach: {
    title: 'Can others reach you?',
    reached: 'Your server reaches itself at its public address, through the router.',
    other:
      'Another server answers at the public address: your router gives a wrong address, or passes the port on to another computer.',
    silent:
      'Your server doesn’t reach itself at its public address. Many routers lead no one back inside, so only someone outside can tell.',
    make: 'Make a test link',
    link: 'Test link',
    linkHint: 'Have someone outside open it within an hour. What they reach appears here.',
    outside: (time: string, address: string) => `${time}: someone outside (${address}) reaches you.`,
    inside: (time: string, address: string) => `${time}: someone in this network (${address}), which proves nothing.`,
    udp: {
      trying: 'UDP is being tested.',
      reached: 'UDP works, too.',
      failed: 'UDP doesn’t: notes wait for lost packets. Let the UDP port through, too.',
      none: 'UDP wasn’t tested: their browser doesn’t use it.',
    },
  },
  link: 'Link for friends outside',
  linkHint: 'It has your public address first, then those of your network. The app takes the one that works.',
  linkAdmits: (people: number, date: string) =>
    `It lets ${counted(people, { one: 'person', other: 'people' })} in until ${date}, so give it to no one else.`,
  linkInside: 'Link for this network',
  problems: {
    noAnswer: (_router: string, _address: string) =>
      'Friends outside can’t reach you: no router here answers to UPnP, NAT-PMP or PCP.',
    refused: (router: string, _address: string) =>
      `Friends outside can’t reach you: your router (${router}) refuses to open the port.`,
    carrierGradeNat: (_router: string, address: string) =>
      `Friends outside can’t reach you: your provider shares one address among several homes (carrier-grade NAT). Your router’s address, ${address}, doesn’t exist on the internet, so forwarding ports doesn’t help.`,
    secondRouter: (router: string, address: string) =>
      `Friends outside can’t reach you: there are two routers in a row. The first one (${router}) has the private address ${address} from the second.`,
    offline: (router: string, _address: string) =>
      `Friends outside can’t reach you: your router (${router}) has no address on the internet at the moment.`,
  },
  helps: 'What helps',
  help: {
    noAnswer: 'Turn on UPnP or NAT-PMP in your router’s settings. It is often called “automatic port sharing”.',
    refused:
      'Allow this computer to open ports in your router’s settings: UPnP or NAT-PMP, often called “automatic port sharing”.',
    carrierGradeNat: 'Ask your provider for a public IPv4 address of your own.',
    secondRouter: 'Switch one of the routers to bridge mode or access point mode.',
    offline: 'Check whether your internet connection works.',
  },
  byHand: 'Or forward these ports in your router’s settings, with the same numbers outside:',
  byHandInBoth: (address: string) =>
    `Or forward these ports in both routers: in the first one to this computer, in the second one to ${address}. Use the same numbers outside.`,
  byHandLink: (address: string) =>
    `Then send the link above with your public address in place of ${address}. Your router shows it.`,
  computer: 'This computer',
  tcp: 'TCP port',
  udp: 'UDP port',
  ipv6: 'IPv6, if you and your friends have it: a Roomtone server without the app listens on it with ROOMTONE_HOST=::, and your router has to let its port through.',
  vpn: 'A VPN such as Tailscale: everyone installs it and joins with the address it gives this computer. You can leave this switch off then.',
  rented: 'A rented server with Roomtone on it.',
  retried: 'Roomtone keeps asking your router and shows here when it works.',
  connections: {
    title: 'Who is connected',
    none: 'No one at the moment.',
    places: { here: 'this computer', network: 'this network', outside: 'outside' },
    since: (time: string) => `since ${time}`,
  },
};
