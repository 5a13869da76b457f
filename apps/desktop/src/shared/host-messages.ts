import type { FieldProblems, Guest, HostingChoice, Reach } from './hosting.ts';
import type { Internet } from './internet.ts';

// The messages between the main process and the process of the app's own server, both our own code. The first message carries
// a MessagePort that all others use: a sign-in must not show up in a file, an argument list or the environment.

export interface HostStart {
  readonly dataDir: string;
  /** If another program uses it, the server takes a free one. */
  readonly port: number;
  /** Open to the network, or null for this computer only. */
  readonly hosting: HostingChoice | null;
}

/** The questions that the server answers: request and answer by kind. */
export interface HostQuestions {
  /** A sign-in of the local profile, which gets this name when it is created. */
  readonly session: { readonly asked: { readonly name: string }; readonly answer: LocalSession };
  readonly 'add-person': {
    readonly asked: { readonly username: string; readonly password: string };
    readonly answer: FieldProblems;
  };
  readonly guests: { readonly asked: null; readonly answer: readonly Guest[] };
  /** Ends everything that comes from outside this computer's networks; answers with how many connections that were. */
  readonly 'close-outside': { readonly asked: null; readonly answer: number };
  /** Makes a link with which somebody outside finds out what they reach, in place of the last one; null without an address. */
  readonly 'test-link': { readonly asked: null; readonly answer: string | null };
  readonly reach: { readonly asked: null; readonly answer: Reach };
}

export type QuestionKind = keyof HostQuestions;

export type HostQuestion = {
  readonly [Kind in QuestionKind]: { readonly kind: Kind; readonly asked: HostQuestions[Kind]['asked'] };
}[QuestionKind];

/** From the main process to the server. */
export type HostRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly question: HostQuestion }
  /** Finish pending work and exit. */
  | { readonly kind: 'stop' };

/** From the server to the main process. */
export type HostReply =
  | {
      readonly kind: 'ready';
      /** The loopback address. */
      readonly url: string;
      readonly hosting: HostingReach | null;
    }
  /** The addresses of this computer on the network have changed while the server is open. */
  | { readonly kind: 'network-changed'; readonly addresses: readonly string[] }
  /** The way from the internet to the server has changed, or the port stays open for longer. */
  | { readonly kind: 'internet-changed'; readonly internet: Internet }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly id: number; readonly problem: string }
  /** Why it is exiting. */
  | { readonly kind: 'failed'; readonly problem: string };

export interface Admission {
  /** As secret as the link that has it. */
  readonly token: string;
  readonly people: number;
  /** ms since 1970. */
  readonly until: number;
}

/** How others reach the server. */
export interface HostingReach {
  readonly name: string;
  readonly fingerprint: string;
  /** Origins, most likely to work first. */
  readonly addresses: readonly string[];
  /** null unless it was opened for friends outside. */
  readonly internet: Internet | null;
  /** The link for friends outside where nobody else may make an account; null where it is not needed. */
  readonly admission: Admission | null;
}

export interface LocalSession {
  readonly userId: string;
  readonly username: string;
  /** As secret as a password. */
  readonly refreshToken: string;
}
