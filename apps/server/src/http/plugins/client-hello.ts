/** The type of a TLS record with a handshake message; every TLS connection begins with one (RFC 8446, section 5.1). */
export const handshakeRecord = 0x16;

const headerBytes = 5;
/** The longest record of plain text. */
const longestRecord = 2 ** 14;
/** The entry of the ALPN extension, after its length. */
const acmeTls = Buffer.concat([Buffer.of(10), Buffer.from('acme-tls/1')]);

/**
 * Whether a TLS connection asks for `acme-tls/1` (RFC 8737, section 4). Node tells which certificate to show before it tells what
 * the client asks for. It is enough to find the name anywhere in the first record: whoever puts it elsewhere sees the
 * certificate for checks, which is public.
 * @param start of the connection's bytes; its first byte is `handshakeRecord`.
 * @returns undefined if the first record is not there as a whole.
 */
export function asksForAcmeTls(start: Buffer): boolean | undefined {
  if (start.length < headerBytes) return undefined;
  const length = start.readUInt16BE(3);
  if (length > longestRecord) return false;
  if (start.length < headerBytes + length) return undefined;
  return start.subarray(headerBytes, headerBytes + length).includes(acmeTls);
}
