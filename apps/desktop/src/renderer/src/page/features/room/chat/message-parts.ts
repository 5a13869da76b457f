export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string; readonly name: string };

/** Both names of somebody. */
export interface Named {
  readonly username: string;
  readonly displayName: string;
}

/** Web addresses, and what follows an @ at the start of a word: names of people here, or a username (as S11.1 allows it). */
const special = /(?<link>https?:\/\/[^\s<>"“”]+)|(?<![^\s(])@(?=[\p{L}\p{M}\p{N}_-])/giu;
const username = /^[A-Za-z0-9_-]{3,24}/;
/** Their words have no spaces between them. */
const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

/**
 * Splits a message into parts whose texts, joined, are the message.
 * @param names those that somebody may be mentioned by, with spaces in them or in any script.
 */
export function messageParts(message: string, names: readonly string[] = []): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  const add = (at: number, part: MessagePart) => {
    if (at > end) parts.push({ kind: 'text', text: message.slice(end, at) });
    parts.push(part);
    end = at + part.text.length;
  };
  for (const match of message.matchAll(special)) {
    if (match.index < end) continue;
    const { link } = match.groups ?? {};
    if (link === undefined) {
      const name = nameAt(message.slice(match.index + 1), names);
      if (name !== undefined) add(match.index, { kind: 'mention', text: `@${name}`, name });
      continue;
    }
    const text = withoutPunctuation(link);
    const href = webAddress(text);
    if (href !== undefined) add(match.index, { kind: 'link', text, href });
  }
  if (end < message.length) parts.push({ kind: 'text', text: message.slice(end) });
  return parts;
}

/** The first web address in a message. */
export function firstLink(message: string): string | undefined {
  const link = messageParts(message).find((part) => part.kind === 'link');
  return link?.href;
}

/** True if the message mentions this user, by either name. */
export function mentions(message: string, user: Named): boolean {
  return messageParts(message, [user.displayName]).some((part) => part.kind === 'mention' && isNameOf(part.name, user));
}

export function isNameOf(name: string, { username: own, displayName }: Named): boolean {
  return [own, displayName].some((each) => each.toLowerCase() === name.toLowerCase());
}

/** The name that a text begins with, as it is written there: the longest of those given, or else a username. */
function nameAt(text: string, names: readonly string[]): string | undefined {
  let found = username.exec(text)?.[0];
  for (const { length } of names) {
    const written = text.slice(0, length);
    if (length <= (found?.length ?? 0) || !names.some((name) => name.toLowerCase() === written.toLowerCase())) continue;
    if (isUnspaced.test(written) || !/^[\p{L}\p{M}\p{N}_-]/u.test(text.slice(length))) found = written;
  }
  return found;
}

/** Punctuation at the end belongs to the sentence; so does a closing bracket without its opening one in the link. */
function withoutPunctuation(link: string): string {
  const trimmed = link.replace(/[.,;:!?'’…]+$/u, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed;
}

function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A username or password before the host can look like a host.
  return url === undefined || url.username !== '' || url.password !== '' ? undefined : url.href;
}
