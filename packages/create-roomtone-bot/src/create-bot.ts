import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInvitation } from '@roomtone/sdk';

/** The program was called with wrong arguments: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface BotWishes {
  readonly invitation: string;
  /** A new one if undefined. */
  readonly name: string | undefined;
  readonly token: string | undefined;
  /** The folder to make the bot's folder in. */
  readonly into: string;
}

const template = join(import.meta.dirname, '../template');
const copied = ['bot.js', 'README.md'];

/**
 * Writes a bot's folder. What it signs in with is in its `.env`, which only its owner can read and git ignores.
 * @throws {UsageError} for a name or token that cannot be one; {RoomtoneError} for what is no invitation.
 */
export function createBot({ invitation, name: wanted, token, into }: BotWishes): { folder: string; name: string } {
  if (readInvitation(invitation).roomId === undefined) throw new UsageError('This invitation leads to no room.');
  if (token !== undefined && !/^rtbot_[\w-]{64}$/.test(token)) {
    throw new UsageError('This is no bot token: it begins with rtbot_. Your account page makes one.');
  }
  const name = wanted ?? `bot-${randomBytes(3).toString('hex')}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{2,23}$/.test(name))
    throw new UsageError('--name has 3 to 24 of the characters A-Z a-z 0-9 _ -');
  const folder = join(into, name);
  if (existsSync(folder)) throw new UsageError(`There is something at ${folder} already: choose another --name.`);
  mkdirSync(folder);
  for (const file of copied) copyFileSync(join(template, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), packageOf(name));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.env\n');
  writeFileSync(join(folder, '.env'), environment({ invitation, name, token }), { mode: 0o600 });
  return { folder, name };
}

function packageOf(name: string): string {
  const json = {
    name: name.toLowerCase(),
    private: true,
    type: 'module',
    scripts: { start: 'node --env-file=.env bot.js' },
    dependencies: { '@roomtone/sdk': ownVersion() },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** The SDK has the same version. */
function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function environment({
  invitation,
  name,
  token,
}: Pick<BotWishes, 'invitation' | 'token'> & { readonly name: string }): string {
  const lines = [`ROOMTONE_INVITATION="${invitation}"`, `ROOMTONE_NAME="${name}"`];
  // Whoever wants one later finds the place.
  lines.push(token === undefined ? '# ROOMTONE_TOKEN=rtbot_…, from your account page' : `ROOMTONE_TOKEN="${token}"`);
  return `${lines.join('\n')}\n`;
}
