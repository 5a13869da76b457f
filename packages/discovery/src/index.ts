/**
 * Servers on the local network, found by DNS-SD over multicast DNS. For Node: the server and the app's main process.
 *
 * ```ts
 * import { browseServers, originsOf } from '@roomtone/discovery';
 *
 * const browser = browseServers({
 *   onNews: ({ kind, server }) => console.log(kind, server.name, originsOf(server), server.fingerprint),
 *   onProblem: (error) => console.warn(error.message),
 * });
 * browser.servers; // everything found so far
 * browser.refresh(); // the user is looking: ask again now
 * await browser.stop();
 * ```
 *
 * Everything it finds is only a hint: anybody on the network can announce anything. The number of servers is bounded
 * (`limits.discovery`) and names have only visible characters. But only the key proves a server's identity
 * (`server.fingerprint`), and only an invitation says which server is meant.
 *
 * @module
 */
export { type Announcer, type AnnouncerOptions, announce } from './announcer.ts';
export { type BrowserOptions, browseServers, type ServerBrowser } from './browser.ts';
export { type FoundServer, originsOf, type ServerNews } from './directory.ts';
// The sockets (multicast.ts) and the records (records.ts) stay private.
export type { Interfaces } from './network.ts';
export { watchInterfaces } from './network.ts';
