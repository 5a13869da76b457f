import type { FieldIssue } from '@roomtone/protocol';
import type { InvitationOptions } from '../application/accounts/invitations.ts';
import type { InternetState } from '../application/hosting/internet-access.ts';
import type { Ipv6State } from '../application/hosting/ipv6-access.ts';
import type { LocalProfile } from '../application/hosting/local-profile.ts';
import type { ReachNews, ReachState } from '../application/hosting/reach-test.ts';
import type { ProcessUsage } from '../application/hosting/usage-meter.ts';
import type { LogTarget } from '../http/plugins/log.ts';
import type { InvitationRecord } from '../ports/invitation-storage.ts';
import type { ConnectedPerson } from '../ports/live-rooms.ts';
import type { Place } from '../ports/own-networks.ts';

export interface StartOptions {
  /** The folder with the files that the build makes for clients: `web`, `proto` and `reference`. */
  readonly servedFrom: string;
  /** CPU time and memory of this process. */
  readonly usage: () => ProcessUsage;
  /** The memory that the system allows this process; 0 if it sets no limit. */
  readonly memoryLimitBytes: number;
  /** Makes a new database even where the old one is missing and must have been lost. */
  readonly newDatabase?: boolean;
  /** Called when the server can no longer work, for example because the storage is lost. */
  readonly onFailure: (error: Error) => void;
  /** Gets the log lines, one JSON object each; standard output unless given. */
  readonly logTo?: LogTarget;
  /** Called when this machine's addresses, and so `networkUrls`, have changed. */
  readonly onNetworkChange?: () => void;
  /** Called when the internet begins or ceases to reach this server, or reaches it elsewhere. */
  readonly onInternetChange?: (state: InternetState) => void;
  /** Called when the port stays open for longer, and nothing else has changed. */
  readonly onInternetRenewal?: (state: InternetState) => void;
  /** Gets words for the host when an authority has signed a certificate for the server's name, or has not. */
  readonly onCertificateNews?: (text: string) => void;
  /** Called when the server has asked its own public address, and with each outcome of a visit to the test link. */
  readonly onReachNews?: (news: ReachNews) => void;
}

/** The state of a running server, for its host. */
export interface HostStatus {
  /** One entry for each connection. */
  readonly people: readonly (ConnectedPerson & { readonly place: Place })[];
  /** Shares of the machine, such as `12.3%`. */
  readonly cpu: string;
  readonly memory: string;
}

export interface RunningServer {
  /** The address to open. */
  readonly url: string;
  /**
   * For programs on this machine: plain http on 127.0.0.1, which needs no certificate, even where other machines only get
   * https. The same as `url` for a server that does not listen there.
   */
  readonly localUrl: string;
  /** The addresses that others on the network can open now; empty if it listens to this machine only. */
  readonly networkUrls: readonly string[];
  /** Addresses for invitations: the one for friends outside first, if there is one, then those of the local network. */
  readonly addresses: readonly string[];
  /** Undefined unless the router is to open the server to the internet. `asked` resolves with the first outcome. */
  readonly internet:
    | { readonly state: InternetState; readonly ipv6: Ipv6State; readonly asked: Promise<void> }
    | undefined;
  /** Of the certificate's key, for people to compare when a browser or an app asks. Undefined without https. */
  readonly fingerprint: string | undefined;
  /** The server's name as people see it. */
  readonly name: string;
  /** For the program that this server runs in. */
  readonly localProfile: LocalProfile;
  status(): HostStatus;
  /**
   * Ends everything that comes from outside this machine's networks, lets nothing more in from there until the next start, and
   * has the router close the ports. Resolves with how many WebSocket connections that were.
   */
  closeToInternet(): Promise<number>;
  /** Makes an account, even if registration is closed; resolves with what is wrong, or with nothing if it was made. */
  addUser(account: { readonly username: string; readonly password: string }): Promise<readonly FieldIssue[]>;
  /** Makes an invitation of the host that admits its holders (S29); resolves with its token. */
  invite(invitation?: InvitationOptions): Promise<{ readonly token: string; readonly invitation: InvitationRecord }>;
  /** A link that makes the first user to open it an admin; undefined if there is an admin already. */
  hostLink(): Promise<string | undefined>;
  /** Can others reach the server? (S29.10) */
  readonly reach: {
    readonly state: ReachState;
    /** Makes a test link, in place of the last one; returns it for each address outside, the best first. */
    start(): readonly string[];
  };
  /**
   * Collects the garbage of the start and returns its memory to the system. It stops this thread for about 50 ms, so call it
   * before anybody plays.
   */
  giveMemoryBack(): void;
  /** Lets passwords and pictures give way to notes, for the whole process. */
  lowerPoolPriority(): void;
  /** Drains: WebSockets get 1001, requests and writes finish, the data directory is released. It can be started again. */
  stop(): Promise<void>;
}
