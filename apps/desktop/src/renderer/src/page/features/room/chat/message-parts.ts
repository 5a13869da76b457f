/** A piece of what was said. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string; readonly name: string };

/** Addresses, and names behind an @ that begins a word (names as S11.1 has them). */
const special = /(?<link>https?:\/\/[^\s<>"“”]+)|(?<![^\s(])@(?<name>[A-Za-z0-9_-]{3,24})/gi;

/** Takes a message apart; the texts of its parts together are the message. */
export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  const add = (at: number, part: MessagePart) => {
    if (at > end) parts.push({ kind: 'text', text: message.slice(end, at) });
    parts.push(part);
    end = at + part.text.length;
  };
  for (const match of message.matchAll(special)) {
    const { link, name } = match.groups ?? {};
    if (name !== undefined) add(match.index, { kind: 'mention', text: match[0], name });
    if (link === undefined) continue;
    const text = withoutPunctuation(link);
    const href = webAddress(text);
    if (href !== undefined) add(match.index, { kind: 'link', text, href });
  }
  if (end < message.length) parts.push({ kind: 'text', text: message.slice(end) });
  return parts;
}

/** The first address in a message. */
export function firstLink(message: string): string | undefined {
  const link = messageParts(message).find((part) => part.kind === 'link');
  return link?.href;
}

/** Whether a message names somebody. */
export function mentions(message: string, username: string): boolean {
  const wanted = username.toLowerCase();
  return messageParts(message).some((part) => part.kind === 'mention' && part.name.toLowerCase() === wanted);
}

/** What ends a sentence ends no address; a bracket does where none was opened in it. */
function withoutPunctuation(link: string): string {
  const trimmed = link.replace(/[.,;:!?'’…]+$/u, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed;
}

function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A name before the host can look like a host itself.
  return url === undefined || url.username !== '' || url.password !== '' ? undefined : url.href;
}
