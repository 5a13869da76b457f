/** The scheme and host of the app's own pages; the server lets this origin in (S2.9). */
export const appScheme = 'app';
export const appOrigin = 'app://roomtone';

/** Whether an address is one of the app's own pages. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  // `origin` of a scheme that Node does not know is "null".
  return url !== null && url.protocol === `${appScheme}:` && url.host === 'roomtone' && url.username === '';
}
