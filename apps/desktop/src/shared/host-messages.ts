import type { FieldProblems, Guest, Joining } from './hosting.ts';

// What passes between the main process and the process of the server inside the app. Both are our own code. The first
// message brings a MessagePort, and all else goes by that: a sign-in must not show in a file, an argument list or an
// environment.

/** The first message. */
export interface HostStart {
  readonly dataDir: string;
  /** Another one is taken when some program has it. */
  readonly port: number;
  /** Open to the network, too; null for this computer alone. */
  readonly hosting: HostingChoice | null;
}

export interface HostingChoice {
  readonly joining: Joining;
}

/** What is asked of the server, by kind: what goes there, and what comes back. */
export interface HostQuestions {
  /** A sign-in of the local profile, to be called `name` when it is made now. */
  readonly session: { readonly asked: { readonly name: string }; readonly answer: LocalSession };
  readonly 'add-person': {
    readonly asked: { readonly username: string; readonly password: string };
    readonly answer: FieldProblems;
  };
  readonly guests: { readonly asked: null; readonly answer: readonly Guest[] };
}

export type QuestionKind = keyof HostQuestions;

export type HostQuestion = {
  readonly [Kind in QuestionKind]: { readonly kind: Kind; readonly asked: HostQuestions[Kind]['asked'] };
}[QuestionKind];

/** Main process to server. */
export type HostRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly question: HostQuestion }
  /** Asks it to finish what is under way and end. */
  | { readonly kind: 'stop' };

/** Server to main process. */
export type HostReply =
  | {
      readonly kind: 'ready';
      /** Where this computer reaches it. */
      readonly url: string;
      readonly hosting: HostingReach | null;
    }
  /** While it is open: this computer's addresses on the network are others now. */
  | { readonly kind: 'network-changed'; readonly addresses: readonly string[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly id: number; readonly problem: string }
  /** Why it ends now. */
  | { readonly kind: 'failed'; readonly problem: string };

/** How others reach it. */
export interface HostingReach {
  readonly name: string;
  readonly fingerprint: string;
  /** Origins, those first that most likely work. */
  readonly addresses: readonly string[];
}

export interface LocalSession {
  readonly userId: string;
  readonly username: string;
  /** As good as a password. */
  readonly refreshToken: string;
}
