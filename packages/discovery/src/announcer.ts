import { randomBytes } from 'node:crypto';
import type { Announcement } from '@roomtone/protocol';
import type { Answer } from 'dns-packet';
import { type Link, openLinks } from './links.ts';
import type { Interfaces } from './network.ts';
import { answersTo, recordNames, recordsOf } from './records.ts';

export interface AnnouncerOptions {
  /** Asked for whenever it is said, for parts of it may change. */
  readonly announcement: () => Announcement;
  readonly port: number;
  /** The one IPv4 address that the server listens to; undefined where it listens to all. */
  readonly address?: string | undefined;
  /** Why a network cannot be used; the others can be. */
  readonly onProblem: (error: Error) => void;
  /** For tests. */
  readonly interfaces?: () => Interfaces;
}

export interface Announcer {
  /** Says goodbye, so that the server is gone from the lists at once. */
  stop(): Promise<void>;
}

/** No record is sent more often on one network (RFC 6762, 6). */
const leastMs = 1_000;
/** Answers that several may give at once are held for a random while, so that they do not collide (RFC 6762, 6). */
const shuffleMs = { least: 20, most: 120 };

/**
 * Announces a server on every network that the machine is in, answers whoever looks for one, and follows the machine's
 * addresses. Over IPv4 multicast, with IPv4 addresses.
 */
export function announce(options: AnnouncerOptions): Announcer {
  const { announcement, port, address, onProblem } = options;
  const { name, fingerprint } = announcement();
  const names = recordNames(name, fingerprint ?? randomBytes(6).toString('base64url'));
  const voices = new Map<Link, Voice>();
  const recordsFor = (link: Link, ttl?: number) => {
    const all = link.network.addresses.map((own) => own.address);
    const addresses = address === undefined ? all : all.filter((own) => own === address);
    return addresses.length === 0 ? [] : recordsOf(names, { announcement: announcement(), port, addresses }, ttl);
  };
  const links = openLinks(
    {
      opened: (link) => {
        if (recordsFor(link).length === 0) return;
        const voice = new Voice(() => void link.respond(recordsFor(link)));
        voices.set(link, voice);
        // Twice, for a packet may be lost (RFC 6762, 8.3).
        voice.speak(2);
      },
      closed: (link) => {
        voices.get(link)?.hush();
        voices.delete(link);
      },
      query: (link, questions, known) => {
        const voice = voices.get(link);
        if (voice === undefined || isKnown(known, names.instance)) return;
        const answers = answersTo(questions, names, recordsFor(link));
        if (answers.length === 0) return;
        if (answers.some((answer) => answer.type === 'SRV')) voice.speak();
        else void link.respond(answers);
      },
      problem: onProblem,
    },
    options.interfaces,
  );
  return {
    async stop() {
      for (const voice of voices.values()) voice.hush();
      await Promise.all(Array.from(voices.keys(), (link) => link.respond(recordsFor(link, 0))));
      await links.close();
    },
  };
}

/** Whether whoever asks says that they know the answer well enough (RFC 6762, 7.1). */
function isKnown(known: readonly Answer[], instance: string): boolean {
  return known.some((answer) => answer.type === 'PTR' && answer.data === instance && (answer.ttl ?? 0) >= 60);
}

/** Says the same thing when asked to, as often as one may. */
class Voice {
  readonly #say: () => void;
  /** How often it is still to be said. */
  #owed = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(say: () => void) {
    this.#say = say;
  }

  /** Once for all who ask before it speaks. */
  speak(times = 1): void {
    this.#owed = Math.max(this.#owed, times);
    if (this.#timer !== undefined) return;
    const shuffled = shuffleMs.least + Math.random() * (shuffleMs.most - shuffleMs.least);
    const waitMs = Math.max(0, this.#lastMs + leastMs - performance.now()) + shuffled;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      this.#owed--;
      this.#say();
      if (this.#owed > 0) this.speak();
    }, waitMs);
    this.#timer.unref();
  }

  hush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#owed = 0;
  }
}
