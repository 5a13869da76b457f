// What passes between the main process and the process of the server inside the app. Both are our own code. The first
// message brings a MessagePort, and all else goes by that: a sign-in must not show in a file, an argument list or an
// environment.

/** The first message. */
export interface HostStart {
  readonly dataDir: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Main process to server. */
export type HostRequest =
  /** Asks for a sign-in of the local profile, to be called `name` when it is made now. */
  | { readonly kind: 'session'; readonly id: number; readonly name: string }
  /** Asks it to finish what is under way and end. */
  | { readonly kind: 'stop' };

/** Server to main process. */
export type HostReply =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'session'; readonly id: number; readonly session: LocalSession }
  | { readonly kind: 'no-session'; readonly id: number; readonly problem: string }
  /** Why it ends now. `portTaken`: another port would do. */
  | { readonly kind: 'failed'; readonly problem: string; readonly portTaken: boolean };

export interface LocalSession {
  readonly userId: string;
  readonly username: string;
  /** As good as a password. */
  readonly refreshToken: string;
}
