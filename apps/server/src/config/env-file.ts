import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of a `.env` file, below those of the environment (S2.2). Without such a file it is the environment alone.
 * @throws {ConfigError} if the file cannot be read to its last setting: a setting that is lost could open a closed server.
 */
export function withEnvFile(environment: Environment, path = '.env'): Environment {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return environment;
    throw new ConfigError([`.env cannot be read: ${message}`]);
  }
  const text = decoded(bytes);
  const settings = parseEnv(text);
  const lost = lostSettings(text, settings);
  if (lost.length > 0) throw new ConfigError(lost);
  return { ...settings, ...environment };
}

/** Editors on Windows write UTF-16, or UTF-8 with a byte order mark. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not text in this encoding.
  }
  throw new ConfigError(['.env is not text in UTF-8: save it as UTF-8.']);
}

/** Lines that begin like a setting and are none, such as `ROOMTONE_GUESTS off`, which `parseEnv` skips without a word. */
function lostSettings(text: string, settings: Environment): string[] {
  return text.split(/\r\n?|\n/).flatMap((line, index) => {
    const name = /^\s*(?:export\s+)?(roomtone[\w-]*)/i.exec(line)?.[1];
    const isLost = name !== undefined && !Object.hasOwn(settings, name);
    return isLost ? [`.env has a line ${index + 1} that is no setting: write it as ${name}=value.`] : [];
  });
}
