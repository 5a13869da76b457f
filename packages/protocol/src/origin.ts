const originPattern = /^(https?):\/\/(?:([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)|\[([0-9a-f:]+)\])(?::(\d{1,5}))?$/i;

/**
 * Returns a server's origin in its canonical form: lower case, without a default port. Undefined if the text is not
 * an origin, has more than a scheme, host and port, or spells an IPv4 address in a misleading way.
 */
export function originFrom(text: string): string | undefined {
  const [, scheme, name, address, port] = originPattern.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const isHost = address === undefined ? isPlainName(name ?? '') : isIpv6(address);
  const lower = scheme.toLowerCase();
  const usual = lower === 'https' ? 443 : 80;
  const number = port === undefined ? usual : Number(port);
  if (!isHost || number < 1 || number > 65_535) return undefined;
  const host = (name ?? `[${address}]`).toLowerCase();
  return `${lower}://${host}${number === usual ? '' : `:${number}`}`;
}

export function hasPort(origin: string): boolean {
  return /:\d+$/.test(origin);
}

/** True for a name, and for an IPv4 address in its usual form; `0x7f.1` and the like are meant to mislead. */
function isPlainName(name: string): boolean {
  if (name.length > 253) return false;
  const parts = name.split('.');
  if (!/^(?:\d+|0x[0-9a-f]*)$/i.test(parts.at(-1) ?? '')) return true;
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}
