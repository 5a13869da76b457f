import { type Announcement, announcementTtlSeconds, serviceType, writeAnnouncement } from '@roomtone/protocol';
import type { Answer, Question } from 'dns-packet';

/** What is asked for, and what all answers start from (RFC 6763, 4.1). */
export const serviceName = `${serviceType}.local`;
/** Lists the services there are (RFC 6763, 9). */
const listName = '_services._dns-sd._udp.local';

/** How one server is called in its records. */
export interface RecordNames {
  /** Of the service instance. */
  readonly instance: string;
  /** Of the host that the instance's addresses hang on. */
  readonly host: string;
}

/**
 * Names that no other server has: they end with a part of its key or, without one, of its own making. So they need not be
 * probed for, and a server can come back under them at once.
 * @param id 8 or more of `A-Z a-z 0-9 _ -`.
 */
export function recordNames(name: string, id: string): RecordNames {
  const own = id.slice(0, 8);
  // A label takes 63 bytes, and a dot would end it.
  const label = cutToBytes(name.replaceAll('.', ' '), 63 - 1 - own.length).trim();
  return { instance: `${label} ${own}.${serviceName}`, host: `roomtone-${own}.local` };
}

export interface Announced {
  readonly announcement: Announcement;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Everything about a server, in one packet. @param ttl 0 takes it back. */
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
 * What there is to say to questions: all of `records`, the answer to what services there are, or nothing.
 * @param known what whoever asks says they know: well enough known is not said again (RFC 6762, 7.1).
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

/** DNS names are the same in capitals and in small letters. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function cutToBytes(text: string, maxBytes: number): string {
  let cut = [...text];
  while (Buffer.byteLength(cut.join('')) > maxBytes) cut = cut.slice(0, -1);
  return cut.join('');
}
