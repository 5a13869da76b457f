/**
 * A password as it is hashed: the OpaqueString profile of RFC 8265, 4.2. Keyboards and systems differ in how they write an "é" and in which
 * space they type, and a password has to fit from all of them.
 */
export function opaqueString(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
