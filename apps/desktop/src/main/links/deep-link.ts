/** A parsed `roomtone:` link. invitation: to a server or one of its rooms. return: back from a payment page. */
export type DeepLink =
  | { readonly kind: 'invitation'; readonly text: string }
  | { readonly kind: 'return'; readonly path: string };

export const linkScheme = 'roomtone';
const maxCharacters = 2_000;

/** The link in the arguments that the app was started with; undefined if there is none. */
export function linkAmong(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}:`))?.slice(0, maxCharacters);
}

/**
 * Parses a link, which may come from any page or program. Everything but a return link counts as an invitation, valid or
 * not.
 */
export function deepLinkOf(link: string): DeepLink {
  const outcome = /^roomtone:\/\/pro(?:\/(thanks|not-paid))?\/?(?:[?#]|$)/i.exec(link);
  if (outcome === null) return { kind: 'invitation', text: link };
  return { kind: 'return', path: outcome[1] === undefined ? '/pro' : `/pro/${outcome[1].toLowerCase()}` };
}
