/** What a `roomtone:` link asks for. invitation: to a server, or a room of it. return: back from a payment page. */
export type DeepLink =
  | { readonly kind: 'invitation'; readonly text: string }
  | { readonly kind: 'return'; readonly path: string };

export const linkScheme = 'roomtone';
const maxCharacters = 2_000;

/** The link among the arguments the app was started with; undefined where there is none. */
export function linkAmong(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}:`))?.slice(0, maxCharacters);
}

/** Reads a link, which any page and any program can make. What is no way back is an invitation, good or bad. */
export function deepLinkOf(link: string): DeepLink {
  const outcome = /^roomtone:\/\/pro(?:\/(thanks|not-paid))?\/?(?:[?#]|$)/i.exec(link);
  if (outcome === null) return { kind: 'invitation', text: link };
  return { kind: 'return', path: outcome[1] === undefined ? '/pro' : `/pro/${outcome[1].toLowerCase()}` };
}
