const sessionPlaceholder = '{CHECKOUT_SESSION_ID}';

/** The app's own links, which only a browser on the same machine can follow. */
export function isAppLink(url: string): boolean {
  return /^roomtone:/i.test(url);
}

/** Where the page is that passes a browser on to the app. */
export const returnPath = '/billing/return';

/**
 * An address that providers accept: they send browsers back to http(s) only, so a link of the app goes by a page of
 * this server. The placeholder stays as it is, for the provider to fill in.
 */
export function webReturnAddress(url: string, baseUrl: string): string {
  if (!isAppLink(url)) return url;
  const to = url.split(sessionPlaceholder).map(encodeURIComponent).join(sessionPlaceholder);
  return `${baseUrl}${returnPath}?to=${to}`;
}

/** The address with the session's id in place, as a browser may be sent to it. */
export function filledReturnAddress(url: string, sessionId: string): string {
  return new URL(url.replaceAll(sessionPlaceholder, encodeURIComponent(sessionId))).href;
}
