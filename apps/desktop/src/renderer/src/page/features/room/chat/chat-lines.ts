import { limits } from '@roomtone/protocol';
import type { ChatMessage } from '@roomtone/sdk';
import type { ChatPage } from '@roomtone/sdk/extras';

export type ChatLine = MessageLine | GapLine | ArrivalLine | OwnLine | LocalLine;

/** A chat message. */
export interface MessageLine {
  readonly kind: 'message';
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly text: string;
  readonly speaker: Speaker;
  readonly atMs: number;
  /** Its place in the room's chat. */
  readonly position: number | undefined;
  /** Set when the message was deleted: by whom, or "" if nobody here saw it. The text is empty then. */
  readonly removedBy?: string;
}

type Speaker = ChatMessage['messageType'];

/** Messages are missing here: they were said while this client was away. */
export interface GapLine {
  readonly kind: 'gap';
  readonly id: string;
  /** The missing messages are after and before these positions. */
  readonly after: number;
  readonly before: number;
  readonly atMs: number;
}

/** A participant joined or left. */
export interface ArrivalLine {
  readonly kind: 'came' | 'went' | 'lost' | 'kicked' | 'banned';
  readonly id: string;
  readonly name: string;
  readonly atMs: number;
}

/** Several joins or leaves in a row. */
export interface ArrivalsLine {
  readonly kind: 'arrivals';
  readonly id: string;
  readonly of: ArrivalLine['kind'];
  readonly names: readonly string[];
  /** Of the last one. */
  readonly atMs: number;
}

/** A message or command that is not confirmed yet. */
export interface OwnLine {
  readonly kind: 'own';
  readonly id: string;
  readonly text: string;
  /** True for a slash command. */
  readonly isCommand: boolean;
  readonly atMs: number;
  /** Undefined while the line is being sent; otherwise why it could not be. */
  readonly failure: string | undefined;
}

/** A line for the user only, such as a command's answer. */
export interface LocalLine {
  readonly kind: 'local';
  readonly id: string;
  readonly text: string;
  /** In place of the text: what belongs together, in two columns. */
  readonly rows?: readonly (readonly [string, string])[];
  readonly atMs: number;
}

/** The chat that a room keeps, and as many other lines. */
const maxLines = 2 * limits.chatHistory.stored;

export function messageLine(message: ChatMessage): MessageLine {
  return {
    kind: 'message',
    id: message.messageId,
    userId: message.userId,
    name: message.displayName,
    text: message.message,
    speaker: message.messageType,
    atMs: message.timestamp,
    position: message.position,
  };
}

/** Inserts a line by its time; a line with a known id changes nothing. Own lines stay last until they are confirmed. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  if (lines.some((other) => other.id === line.id)) return lines;
  let index = lines.length;
  while (index > 0 && isBefore(line, lines[index - 1])) index--;
  return lines.toSpliced(index, 0, line).slice(-maxLines);
}

/**
 * Merges the history of a join with what only this client knows: joins, leaves and unconfirmed lines. A message that
 * the history should contain but does not was deleted while this client was disconnected.
 */
export function withHistory(lines: readonly ChatLine[], history: readonly ChatMessage[]): readonly ChatLine[] {
  const known = new Set(history.map(({ messageId }) => messageId));
  const isWhole = history.length < limits.chatHistory.onJoin;
  const sinceMs = isWhole ? 0 : (history[0]?.timestamp ?? 0);
  const isGone = (line: ChatLine): line is MessageLine =>
    line.kind === 'message' && line.atMs >= sinceMs && !known.has(line.id) && line.removedBy === undefined;
  const kept = lines.map((line) => (isGone(line) ? removed(line, '') : line));
  return withGap(history.map(messageLine).reduce(withLine, kept), lastPosition(lines), history[0]);
}

/** The position of the first message; undefined without one. */
export function firstPosition(lines: readonly ChatLine[]): number | undefined {
  return lines.flatMap((line) => (line.kind === 'message' ? [line.position] : []))[0];
}

/** Adds messages from before a position. Those that should be among them and are not were deleted meanwhile. */
export function withPage(
  lines: readonly ChatLine[],
  { messages, more }: ChatPage,
  before: number,
): readonly ChatLine[] {
  const gap = lines.find((line) => line.kind === 'gap' && line.before === before);
  const known = new Set(messages.map(({ messageId }) => messageId));
  const from = more ? (messages[0]?.position ?? before) : 0;
  const isGone = (line: ChatLine): line is MessageLine =>
    line.kind === 'message' &&
    isWithin(line.position, from, before) &&
    !known.has(line.id) &&
    line.removedBy === undefined;
  const kept = lines.filter((line) => line !== gap).map((line) => (isGone(line) ? removed(line, '') : line));
  const all = messages.map(messageLine).reduce(withLine, kept);
  return gap?.kind === 'gap' && more ? withGap(all, gap.after, messages[0]) : all;
}

/** Marks that messages are missing between a position and a message, if there are. */
function withGap(lines: readonly ChatLine[], after: number | undefined, next: ChatMessage | undefined) {
  const before = next?.position ?? 0;
  if (next === undefined || after === undefined || before <= after + 1) return lines;
  const gap: GapLine = { kind: 'gap', id: `gap-${before}`, after, before, atMs: next.timestamp };
  return lines.toSpliced(
    lines.findIndex(({ id }) => id === next.messageId),
    0,
    gap,
  );
}

function lastPosition(lines: readonly ChatLine[]): number | undefined {
  return lines.flatMap((line) => (line.kind === 'message' ? [line.position] : [])).at(-1);
}

function isWithin(position: number | undefined, from: number, before: number): boolean {
  return position !== undefined && position >= from && position < before;
}

export function withoutLine(lines: readonly ChatLine[], id: string): readonly ChatLine[] {
  return lines.filter((line) => line.id !== id);
}

/** Removes the first unconfirmed line with this text, because the room has it now. */
export function withoutPending(lines: readonly ChatLine[], text: string): readonly ChatLine[] {
  const index = lines.findIndex((line) => line.kind === 'own' && line.failure === undefined && line.text === text);
  return index < 0 ? lines : lines.toSpliced(index, 1);
}

export function withFailure(lines: readonly ChatLine[], id: string, failure: string | undefined): readonly ChatLine[] {
  return lines.map((line) => (line.kind === 'own' && line.id === id ? { ...line, failure } : line));
}

/** Replaces a deleted message's text. @param by who deleted it. */
export function withRemoval(lines: readonly ChatLine[], id: string, by: string): readonly ChatLine[] {
  return lines.map((line) => (line.kind === 'message' && line.id === id ? removed(line, by) : line));
}

/** So many joins or leaves in a row are one line. */
const inARow = 3;

/** The lines as they are shown: of joins or leaves in a row, one line. @param isSameDay of two times, ms since 1970. */
export function withArrivalsTogether(
  lines: readonly ChatLine[],
  isSameDay: (one: number, other: number) => boolean,
): readonly (ChatLine | ArrivalsLine)[] {
  const shown: (ChatLine | ArrivalsLine)[] = [];
  for (let from = 0; from < lines.length; ) {
    const [first, ...rest] = lines.slice(from);
    if (first === undefined) break;
    const end = isArrival(first)
      ? rest.findIndex((line) => line.kind !== first.kind || !isSameDay(line.atMs, first.atMs))
      : 0;
    const row = [first, ...(end < 0 ? rest : rest.slice(0, end))].filter(isArrival);
    if (row.length < inARow || !isArrival(first)) {
      shown.push(first);
      from++;
      continue;
    }
    const names = [...new Set(row.map(({ name }) => name))];
    shown.push({ kind: 'arrivals', id: first.id, of: first.kind, names, atMs: row.at(-1)?.atMs ?? first.atMs });
    from += row.length;
  }
  return shown;
}

/** True for a line about a join or leave. */
export function isArrival(line: ChatLine): line is ArrivalLine {
  return line.kind !== 'message' && line.kind !== 'gap' && line.kind !== 'own' && line.kind !== 'local';
}

function removed(line: MessageLine, removedBy: string): MessageLine {
  return { ...line, text: '', removedBy };
}

function isBefore(line: ChatLine, other: ChatLine | undefined): boolean {
  if (other === undefined || line.kind === 'own') return false;
  if (line.kind === 'message' && other.kind === 'message' && line.position !== undefined) {
    if (other.position !== undefined) return line.position < other.position;
  }
  return other.kind === 'own' || line.atMs < other.atMs;
}
