import { randomBytes } from 'node:crypto';

/**
 * 22 of `A-Z a-z 0-9 _ -` from 128 random bits, so that knowing one is as good as a key (S18.1). None begins with "-", which a command
 * line would take for an option.
 * @param random replaces the source of random bytes in tests.
 */
export function opaqueId(random: (bytes: number) => Buffer = randomBytes): string {
  const id = random(16).toString('base64url');
  return id.startsWith('-') ? opaqueId(random) : id;
}
