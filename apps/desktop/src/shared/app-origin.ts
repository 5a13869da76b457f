/** The scheme and host of the app's own pages; the server lets this origin in (S2.9). */
export const appScheme = 'app';
export const appOrigin = 'app://roomtone';

/** True if an address is one of the app's own pages. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  // For a scheme unknown to Node, `origin` is "null".
  return url !== null && url.protocol === `${appScheme}:` && url.host === 'roomtone' && url.username === '';
}
