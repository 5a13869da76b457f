import { textIssue, validationError } from '@roomtone/protocol';

const schemes = ['http:', 'https:', 'roomtone:'];

/**
 * Checks addresses that a browser will be sent to, by the names of their fields (S19.5).
 * @throws {RoomtoneError} VALIDATION_ERROR naming each one that is not an absolute http(s) or `roomtone:` address.
 */
export function checkReturnUrls(urls: Readonly<Record<string, string>>): void {
  const bad = Object.entries(urls).filter(([, url]) => !isReturnUrl(url));
  if (bad.length === 0) return;
  throw validationError(bad.map(([field]) => ({ field, issue: 'must be an http, https or roomtone address' })));
}

function isReturnUrl(text: string): boolean {
  // URL parsers drop surrounding blanks and inner line breaks: the address that was checked would not be the one that is used.
  if (/\s/.test(text) || textIssue(text, { max: text.length }) !== undefined) return false;
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol);
}
