// Options that callers give the client.
import type { CallOptions } from './call-options.ts';
import type { Logger } from './logger.ts';
import type { Room } from './room/room.ts';
import type { RoomOptions } from './room/room-types.ts';
import type { TokenStore } from './token-store.ts';
import type { LoadPeers } from './transport/peer.ts';
import type { NewRoom, PasskeyAnswer } from './views.ts';

export interface RoomtoneClientOptions {
  /** The server's address, such as `https://music.example.org`. */
  readonly baseUrl: string;
  /**
   * Further addresses of the same server, origins such as `https://192.168.1.5:7420`. The client looks for the one that answers
   * now, those of the local network first, and looks again when a request fails or a connection is lost.
   */
  readonly otherAddresses?: readonly string[] | undefined;
  /**
   * The server's fingerprint, as in its invitations, only with https. In Node the client refuses a server with another key
   * before sending anything. Browsers check keys by themselves: there it only tells apart who answers at several addresses.
   */
  readonly fingerprint?: string | undefined;
  /**
   * The token of a bot, in place of a sign-in: the client acts as the bot from the start, and stores nothing. `restore()`
   * checks it and makes `user` known.
   */
  readonly token?: string | undefined;
  /** The token of an invitation: lets `register()` make an account, and guests listen, where that is not open to everybody. */
  readonly invitation?: string | undefined;
  /** Where the sign-in is stored; in memory by default. */
  readonly tokenStore?: TokenStore;
  /**
   * The session ended without logout(): it expired, was revoked, or the account was deleted. `user` is undefined by
   * then.
   */
  readonly onSessionEnded?: () => void;
  /**
   * The data channels over which notes come in time although the network loses packets. `auto`, the default in browsers:
   * WebRTC of the browser, or in Node the package node-datachannel if it is installed. `off`, the default in Node: none. A
   * program in Node that has used them ends only by process.exit(). A worker has no WebRTC: it passes a function with which
   * a page opens them.
   */
  readonly datagrams?: 'auto' | 'off' | LoadPeers;
  /**
   * Makes a REST call that the rate limit refuses again as soon as the server allows more, if that is within so many ms; 0, the default:
   * never. `timeoutMs` and `signal` of the call end the wait.
   */
  readonly retry?: number;
  /** Where to report what no promise and no event reports; by default warnings and errors go to the console. */
  readonly logger?: Logger;
}

/** How to join. */
export interface ConnectOptions<Connection> extends CallOptions {
  /**
   * Called with the room or the lobby before anything arrives, to add handlers that miss nothing: what was waiting for
   * the user, such as direct messages, comes before the promise resolves.
   */
  readonly prepare?: (connection: Connection) => void;
  /** How long to try, ms; default 15,000. With Infinity, only a refusal or `close()` ends it. */
  readonly timeoutMs?: number | undefined;
}

export interface JoinOptions extends RoomOptions, ConnectOptions<Room> {}

export interface JoinRoomOptions extends JoinOptions {
  readonly password?: string;
}

export interface CreateRoomOptions extends JoinOptions, NewRoom {}

export interface Registration {
  readonly username: string;
  /** The name to show, of any letters; the username unless given. */
  readonly displayName?: string;
  /** Required if the server demands one. */
  readonly email?: string;
  /**
   * Optional if the server says so (`server().password`): an account without one lives in this client's token store, and
   * signing out loses it. `account.changePassword()` gives it a password.
   */
  readonly password?: string;
  /** The password again, if the person typed it twice. */
  readonly confirmPassword?: string;
}

export interface Credentials {
  /** A username or an email. */
  readonly username: string;
  readonly password: string;
  /** Keeps the session for 30 days after its last use instead of 24 hours. */
  readonly rememberMe?: boolean;
}

/** The second step of a sign-in: exactly one factor. */
export interface SecondFactor {
  /** From the refusal of login(). */
  readonly challenge: string;
  /** Six digits of the authenticator app. */
  readonly code?: string;
  readonly recoveryCode?: string;
  /** The options that the browser gave for the refusal's `passkey`; binary parts are base64url. */
  readonly passkey?: PasskeyAnswer;
}
