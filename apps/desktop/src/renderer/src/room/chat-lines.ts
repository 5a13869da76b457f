import { type ChatMessage, ChatMessageType } from '@roomtone/protocol';

/** What stands in the chat: what was said, who came and went, and what one said that is not through yet. */
export type ChatLine =
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly userId: string;
      readonly name: string;
      readonly text: string;
      readonly fromSystem: boolean;
      readonly atMs: number;
    }
  | { readonly kind: 'came' | 'went' | 'lost'; readonly id: string; readonly name: string; readonly atMs: number }
  | {
      readonly kind: 'own';
      readonly id: string;
      readonly text: string;
      readonly atMs: number;
      /** Undefined while it is under way; else why it did not arrive. */
      readonly failure: string | undefined;
    };

const maxLines = 500;

export function messageLine(message: ChatMessage): ChatLine {
  return {
    kind: 'message',
    id: message.messageId,
    userId: message.userId,
    name: message.username,
    text: message.message,
    fromSystem: message.messageType === ChatMessageType.SYSTEM,
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

/** The history that a join gave, with what only this side knows: who came and went, and what is not through. */
export function withHistory(lines: readonly ChatLine[], history: readonly ChatMessage[]): readonly ChatLine[] {
  return history.map(messageLine).reduce(withLine, lines);
}

export function withoutLine(lines: readonly ChatLine[], id: string): readonly ChatLine[] {
  return lines.filter((line) => line.id !== id);
}

export function withFailure(lines: readonly ChatLine[], id: string, failure: string | undefined): readonly ChatLine[] {
  return lines.map((line) => (line.kind === 'own' && line.id === id ? { ...line, failure } : line));
}

function isBefore(line: ChatLine, other: ChatLine | undefined): boolean {
  if (other === undefined || line.kind === 'own') return false;
  return other.kind === 'own' || line.atMs < other.atMs;
}
