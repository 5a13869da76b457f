export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string; readonly name: string };

/** Web addresses, and names after an @ at the start of a word (as S11.1 allows them). */
const special = /(?<link>https?:\/\/[^\s<>"“”]+)|(?<![^\s(])@(?<name>[A-Za-z0-9_-]{3,24})/gi;

/** Splits a message into parts whose texts, joined, are the message. */
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

/** The first web address in a message. */
export function firstLink(message: string): string | undefined {
  const link = messageParts(message).find((part) => part.kind === 'link');
  return link?.href;
}

/** True if the message mentions this user. */
export function mentions(message: string, username: string): boolean {
  const wanted = username.toLowerCase();
  return messageParts(message).some((part) => part.kind === 'mention' && part.name.toLowerCase() === wanted);
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
