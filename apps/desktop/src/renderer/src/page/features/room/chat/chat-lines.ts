import { type ChatMessage, ChatMessageType, limits } from '@roomtone/protocol';

/** What stands in the chat. */
export type ChatLine = MessageLine | ArrivalLine | OwnLine | NoteLine;

/** What was said. */
export interface MessageLine {
  readonly kind: 'message';
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly text: string;
  readonly speaker: Speaker;
  readonly atMs: number;
  /** Set once it was removed: by whom, "" where nobody here saw it. Its text is gone then. */
  readonly removedBy?: string;
}

export type Speaker = 'user' | 'bot' | 'system';

/** Who came and went. */
export interface ArrivalLine {
  readonly kind: 'came' | 'went' | 'lost' | 'kicked' | 'banned';
  readonly id: string;
  readonly name: string;
  readonly atMs: number;
}

/** What one said or asked for and is not through yet. */
export interface OwnLine {
  readonly kind: 'own';
  readonly id: string;
  readonly text: string;
  /** Something to do rather than to say. */
  readonly isCommand: boolean;
  readonly atMs: number;
  /** Undefined while it is under way; else why it did not arrive. */
  readonly failure: string | undefined;
}

/** Words for oneself alone, such as a command's answer. */
export interface NoteLine {
  readonly kind: 'note';
  readonly id: string;
  readonly text: string;
  readonly atMs: number;
}

const maxLines = limits.chatHistory.stored;

export function messageLine(message: ChatMessage): MessageLine {
  return {
    kind: 'message',
    id: message.messageId,
    userId: message.userId,
    name: message.username,
    text: message.message,
    speaker: speakerOf(message.messageType),
    atMs: message.timestamp,
  };
}

/** Adds a line at its time; the same line again changes nothing. Own lines stay last until they are through. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  if (lines.some((other) => other.id === line.id)) return lines;
  let index = lines.length;
  while (index > 0 && isBefore(line, lines[index - 1])) index--;
  return lines.toSpliced(index, 0, line).slice(-maxLines);
}

/**
 * The history that a join gave, with what only this side knows: who came and went, and what is not through. What the
 * history should hold and does not was removed while nobody here could see it.
 */
export function withHistory(lines: readonly ChatLine[], history: readonly ChatMessage[]): readonly ChatLine[] {
  const known = new Set(history.map(({ messageId }) => messageId));
  const isWhole = history.length < limits.chatHistory.onJoin;
  const sinceMs = isWhole ? 0 : (history[0]?.timestamp ?? 0);
  const isGone = (line: ChatLine): line is MessageLine =>
    line.kind === 'message' && line.atMs >= sinceMs && !known.has(line.id) && line.removedBy === undefined;
  const kept = lines.map((line) => (isGone(line) ? removed(line, '') : line));
  return history.map(messageLine).reduce(withLine, kept);
}

export function withoutLine(lines: readonly ChatLine[], id: string): readonly ChatLine[] {
  return lines.filter((line) => line.id !== id);
}

/** The echo of one's own words takes the place of the first line that waits for it. */
export function withoutPending(lines: readonly ChatLine[], text: string): readonly ChatLine[] {
  const index = lines.findIndex((line) => line.kind === 'own' && line.failure === undefined && line.text === text);
  return index < 0 ? lines : lines.toSpliced(index, 1);
}

export function withFailure(lines: readonly ChatLine[], id: string, failure: string | undefined): readonly ChatLine[] {
  return lines.map((line) => (line.kind === 'own' && line.id === id ? { ...line, failure } : line));
}

/** Takes a message's words away. @param by who did it. */
export function withRemoval(lines: readonly ChatLine[], id: string, by: string): readonly ChatLine[] {
  return lines.map((line) => (line.kind === 'message' && line.id === id ? removed(line, by) : line));
}

/** Whether a line tells who came or went. */
export function isArrival(line: ChatLine): line is ArrivalLine {
  return line.kind !== 'message' && line.kind !== 'own' && line.kind !== 'note';
}

function removed(line: MessageLine, removedBy: string): MessageLine {
  return { ...line, text: '', removedBy };
}

function speakerOf(type: ChatMessageType): Speaker {
  if (type === ChatMessageType.SYSTEM) return 'system';
  return type === ChatMessageType.BOT ? 'bot' : 'user';
}

function isBefore(line: ChatLine, other: ChatLine | undefined): boolean {
  if (other === undefined || line.kind === 'own') return false;
  return other.kind === 'own' || line.atMs < other.atMs;
}
