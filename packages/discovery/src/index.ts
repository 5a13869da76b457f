/**
 * Servers on the local network, by DNS-SD over multicast DNS; for Node (a server, the app's main process).
 *
 * ```ts
 * import { browseServers, originsOf } from '@roomtone/discovery';
 *
 * const browser = browseServers({
 *   onNews: ({ kind, server }) => console.log(kind, server.name, originsOf(server), server.fingerprint),
 *   onProblem: (error) => console.warn(error.message),
 * });
 * browser.servers; // everything found so far
 * browser.refresh(); // somebody is looking: ask again now
 * await browser.stop();
 * ```
 *
 * Whatever is found is a hint: anybody on the network can announce anything. It is bounded (`limits.discovery`) and its
 * names hold only what can be seen, but that a server is who it says, its key alone proves (`server.fingerprint`), and
 * whom one means, an invitation.
 *
 * @module
 */
export { type Announcer, type AnnouncerOptions, announce } from './announcer.ts';
export { type BrowserOptions, browseServers, type ServerBrowser } from './browser.ts';
export { type FoundServer, originsOf, type ServerNews } from './directory.ts';
// The sockets (links.ts) and the records (records.ts) stay private.
export type { Interfaces } from './network.ts';
export { watchInterfaces } from './network.ts';
