import { type Announcement, announcementTtlSeconds, serviceType, writeAnnouncement } from '@roomtone/protocol';
import type { Answer, Question } from 'dns-packet';

/** The name that is queried and that all answers start from (RFC 6763, 4.1). */
export const serviceName = `${serviceType}.local`;
/** Lists the available services (RFC 6763, 9). */
const listName = '_services._dns-sd._udp.local';

/** The names of one server in its records. */
export interface RecordNames {
  /** The name of the service instance. */
  readonly instance: string;
  /** The name of the host to which the instance's addresses belong. */
  readonly host: string;
}

/**
 * Unique names: they end with a part of the server's key or, without one, with a random part. So there is no need to probe
 * for conflicts, and a server can use them again immediately.
 * @param id at least 8 characters of `A-Z a-z 0-9 _ -`.
 */
export function recordNames(name: string, id: string): RecordNames {
  const own = id.slice(0, 8);
  // A label has at most 63 bytes, and a dot would end it.
  const label = cutToBytes(name.replaceAll('.', ' '), 63 - 1 - own.length).trim();
  return { instance: `${label} ${own}.${serviceName}`, host: `roomtone-${own}.local` };
}

export interface Announced {
  readonly announcement: Announcement;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Everything about a server, in one packet. @param ttl 0 for a goodbye. */
export function recordsOf(
  { instance, host }: RecordNames,
  { announcement, port, addresses }: Announced,
  ttl: number = announcementTtlSeconds,
): Answer[] {
  return [
    { type: 'PTR', name: serviceName, ttl, data: instance },
    { type: 'SRV', name: instance, ttl, flush: true, data: { port, target: host, priority: 0, weight: 0 } },
    { type: 'TXT', name: instance, ttl, flush: true, data: writeAnnouncement(announcement) },
    ...addresses.map((data): Answer => ({ type: 'A', name: host, ttl, flush: true, data })),
  ];
}

/**
 * The answer to questions: all of `records`, the list of services, or nothing.
 * @param known answers that the querier already has; those that stay valid long enough are not repeated (RFC 6762,
 *   7.1).
 */
export function answersTo(
  questions: readonly Question[],
  known: readonly Answer[],
  names: RecordNames,
  records: readonly Answer[],
): Answer[] {
  const isKnown = (record: Answer) =>
    record.type === 'PTR' && record.data === names.instance && (record.ttl ?? 0) >= announcementTtlSeconds / 2;
  if (known.some(isKnown)) return [];
  const asks = (name: string, ...types: Question['type'][]) =>
    questions.some((each) => isSameName(each.name, name) && ['ANY', ...types].includes(each.type));
  const isOurs = asks(serviceName, 'PTR') || asks(names.instance, 'SRV', 'TXT') || asks(names.host, 'A');
  const kinds: Answer[] = asks(listName, 'PTR')
    ? [{ type: 'PTR', name: listName, ttl: announcementTtlSeconds, data: serviceName }]
    : [];
  return isOurs ? [...kinds, ...records] : kinds;
}

/** Such an answer is valid no longer than this (RFC 6762, 6.7), since no news reaches the querier. */
const querierTtlSeconds = 10;

/** Answers in the form for a program that asks from a port of its own: short-lived, without multicast's flush bit. */
export function forQuerier(answers: readonly Answer[]): Answer[] {
  return answers.map((answer) =>
    'ttl' in answer ? { ...answer, flush: false, ttl: Math.min(answer.ttl ?? 0, querierTtlSeconds) } : answer,
  );
}

/** DNS names are case-insensitive. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function cutToBytes(text: string, maxBytes: number): string {
  let cut = [...text];
  while (Buffer.byteLength(cut.join('')) > maxBytes) cut = cut.slice(0, -1);
  return cut.join('');
}
