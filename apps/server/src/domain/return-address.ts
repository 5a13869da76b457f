const sessionPlaceholder = '{CHECKOUT_SESSION_ID}';

/** True for links that open the app, which only a browser on the same machine can follow. */
export function isAppLink(url: string): boolean {
  return /^roomtone:/i.test(url);
}

/** Path of the page that forwards a browser to the app. */
export const returnPath = '/billing/return';

/**
 * Turns a return address into one that providers accept. They send browsers back to http(s) only, so a link to the app goes
 * through a page of this server. The provider still fills in the placeholder.
 */
export function webReturnAddress(url: string, baseUrl: string): string {
  if (!isAppLink(url)) return url;
  const to = url.split(sessionPlaceholder).map(encodeURIComponent).join(sessionPlaceholder);
  return `${baseUrl}${returnPath}?to=${to}`;
}

/** Fills the session's id into a return address, ready for a browser. */
export function filledReturnAddress(url: string, sessionId: string): string {
  return new URL(url.replaceAll(sessionPlaceholder, encodeURIComponent(sessionId))).href;
}
