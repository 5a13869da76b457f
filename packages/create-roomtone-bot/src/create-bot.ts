import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInvitation } from '@roomtone/sdk';

/** The program was called with wrong arguments: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Language = 'js' | 'ts';

export interface BotWishes {
  readonly invitation: string;
  /** A new one if undefined. */
  readonly name: string | undefined;
  readonly token: string | undefined;
  readonly language: Language;
  /** The folder to make the bot's folder in. */
  readonly into: string;
}

const template = join(import.meta.dirname, '../template');
const programs = ['bot', 'start', 'bot.test'];

/**
 * Writes a bot's folder. What it signs in with is in its `.env`, which only its owner can read and git ignores.
 * @throws {UsageError} for a name or token that cannot be one; {RoomtoneError} for what is no invitation.
 */
export function createBot({ invitation, name: wanted, token, language, into }: BotWishes): {
  folder: string;
  name: string;
} {
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
  for (const program of programs) {
    const typed = templateOf(`${program}.ts`);
    writeFileSync(join(folder, `${program}.${language}`), language === 'ts' ? typed : withoutTypes(typed));
  }
  writeFileSync(join(folder, 'README.md'), templateOf('README.md').replaceAll('{ext}', language));
  writeFileSync(join(folder, 'package.json'), json(packageOf(name, language)));
  if (language === 'ts') writeFileSync(join(folder, 'tsconfig.json'), json({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.env\nstate.json\n');
  writeFileSync(join(folder, '.env'), environment({ invitation, name, token }), { mode: 0o600 });
  return { folder, name };
}

const compilerOptions = {
  ...{ target: 'es2023', lib: ['es2023'], module: 'nodenext', types: ['node'], skipLibCheck: true },
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
  // Node leaves out such types by itself.
  ...{ erasableSyntaxOnly: true, verbatimModuleSyntax: true },
};

function templateOf(file: string): string {
  return readFileSync(join(template, file), 'utf8');
}

/** The template has types in lines of their own and in parameters only, so that this reads as if it had been written without. */
function withoutTypes(typed: string): string {
  return typed
    .replace(/^import type .*\n/gm, '')
    .replace(/^type .*\n\n?/gm, '')
    .replace(/(?<=\(\w+): [A-Z]\w+(?=[,)])/g, '')
    .replace(/(?<=from '\.\/[\w.-]+)\.ts'/g, ".js'");
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function packageOf(name: string, language: Language): object {
  const typed = language === 'ts';
  // Newer versions of Node need no flag for it.
  const node = typed ? 'node --experimental-strip-types' : 'node';
  return {
    name: name.toLowerCase(),
    private: true,
    type: 'module',
    scripts: {
      start: `${node} --env-file=.env start.${language}`,
      test: `${node} --test bot.test.${language}`,
      ...(typed ? { check: 'tsc' } : {}),
    },
    dependencies: { '@roomtone/sdk': ownVersion() },
    ...(typed ? { devDependencies: { '@types/node': '^24.10.1', typescript: '^7.0.2' } } : {}),
  };
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
