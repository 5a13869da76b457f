import { randomBytes } from 'node:crypto';
import type { Announcement } from '@roomtone/protocol';
import { type Link, openLinks } from './links.ts';
import type { Interfaces } from './network.ts';
import { answersTo, recordNames, recordsOf } from './records.ts';
import { Voice } from './voice.ts';

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
        if (voice === undefined) return;
        const answers = answersTo(questions, known, names, recordsFor(link));
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
