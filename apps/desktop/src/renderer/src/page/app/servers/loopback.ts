/** True for an address, or a link to it, that leads to this computer from this computer only. */
export function isOnLoopback(link: string): boolean {
  return /^https?:\/\/(?:127\.|localhost(?![\w.-])|\[::1\])/i.test(link);
}
