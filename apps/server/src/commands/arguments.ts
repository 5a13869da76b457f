import { parseArgs } from 'node:util';
import { serviceLimits } from '@roomtone/protocol';
import { type BotScope, botScopes } from '@roomtone/protocol/rest';

/** A parsed command line (S4.1). */
export type Command =
  /** lan: serve the network. internet: the internet, too. newDatabase: create a database even if an earlier one has been lost. */
  | { readonly kind: 'serve'; readonly lan?: boolean; readonly internet?: boolean; readonly newDatabase?: boolean }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'migrate' }
  /** directory: where keys and pictures are copied to. */
  | { readonly kind: 'migrate-to-postgres'; readonly directory?: string }
  | { readonly kind: 'keys rotate'; readonly compromised: boolean }
  | { readonly kind: 'user grant' | 'user revoke'; readonly username: string; readonly role: string }
  | { readonly kind: 'user add'; readonly username: string; readonly displayName?: string }
  | { readonly kind: 'user password' | 'user reset-second-factor' | 'user delete'; readonly username: string }
  | {
      readonly kind: 'bot add';
      readonly owner: string;
      readonly name: string;
      readonly displayName?: string;
      readonly scopes?: readonly BotScope[];
    }
  | { readonly kind: 'bot list'; readonly owner: string }
  | { readonly kind: 'bot token' | 'bot delete'; readonly name: string }
  /** Undefined: as long as, and for as many people as, invitations usually are. */
  | { readonly kind: 'invitation add'; readonly people?: number; readonly days?: number }
  | { readonly kind: 'invitation list' }
  | { readonly kind: 'invitation revoke'; readonly id: string }
  | { readonly kind: 'backup' | 'restore'; readonly file: string };

/** The command line is wrong: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The roles that can be granted and revoked; every account is a member. */
const grantable: readonly string[] = ['pro', 'moderator', 'admin'];

/** Options of the command that runs the server. */
const servingOptions = ['lan', 'internet', 'new-database'] as const;

/** @throws {UsageError} that says what is wrong with the command line. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [first, ...rest] = positionals;
  const forServing = servingOptions.find((name) => values[name]);
  if (forServing !== undefined && first !== undefined) {
    throw new UsageError(`"--${forServing}" is for running the server, not for "${first}".`);
  }
  if (values.compromised && first !== 'keys') throw new UsageError('"--compromised" is for keys rotate only.');
  const displayName = values['display-name'];
  const hasDisplayName = (first === 'user' || first === 'bot') && rest[0] === 'add';
  if (displayName !== undefined && !hasDisplayName) {
    throw new UsageError('"--display-name" is for user add and bot add only.');
  }
  const shown = displayName === undefined ? {} : { displayName };
  switch (first) {
    case undefined:
      return {
        kind: 'serve',
        ...(values.lan ? { lan: true } : {}),
        ...(values.internet ? { internet: true } : {}),
        ...(values['new-database'] ? { newDatabase: true } : {}),
      };
    case 'user':
      return { ...userCommand(rest), ...shown };
    case 'bot':
      return { ...botCommand(rest), ...shown };
    case 'invitation':
      return invitationCommand(rest);
    case 'backup':
    case 'restore':
      return { kind: first, file: only(rest, first, '<file>')[0] };
    case 'migrate':
      only(rest, first);
      return { kind: first };
    case 'migrate-to-postgres': {
      const [directory] = rest.length === 0 ? [] : only(rest, first, '[<directory>]');
      return directory === undefined ? { kind: first } : { kind: first, directory };
    }
    case 'keys':
      if (rest[0] !== 'rotate') throw new UsageError('Use: keys rotate');
      only(rest.slice(1), 'keys rotate');
      return { kind: 'keys rotate', compromised: values.compromised === true };
    default:
      throw new UsageError(`Unknown command "${first}".`);
  }
}

function userCommand([action, ...rest]: readonly string[]): Command {
  switch (action) {
    case 'grant':
    case 'revoke': {
      const [username, role] = only(rest, `user ${action}`, '<username>', '<role>');
      if (!grantable.includes(role)) throw new UsageError(`The role must be one of ${grantable.join(', ')}.`);
      return { kind: `user ${action}`, username, role };
    }
    case 'add':
    case 'password':
    case 'reset-second-factor':
    case 'delete':
      return { kind: `user ${action}`, username: only(rest, `user ${action}`, '<username>')[0] };
    default:
      throw new UsageError('Use: user grant, revoke, add, password, reset-second-factor or delete');
  }
}

function botCommand([action, ...rest]: readonly string[]): Command {
  switch (action) {
    case 'add': {
      const use = '<username> <name> [<scopes>]';
      const [owner, name, list] = rest;
      if (!owner || !name || rest.length > 3) throw new UsageError(`Use: bot add ${use}`);
      if (list === undefined) return { kind: 'bot add', owner, name };
      const scopes = scopesIn(list);
      if (scopes === undefined) throw new UsageError(`The scopes must be of ${botScopes.join(', ')}.`);
      return { kind: 'bot add', owner, name, scopes };
    }
    case 'list':
      return { kind: 'bot list', owner: only(rest, 'bot list', '<username>')[0] };
    case 'token':
    case 'delete':
      return { kind: `bot ${action}`, name: only(rest, `bot ${action}`, '<name>')[0] };
    default:
      throw new UsageError('Use: bot add, list, token or delete');
  }
}

/** The scopes in a list such as `listen,chat`; undefined if one of them does not exist. */
function scopesIn(list: string): readonly BotScope[] | undefined {
  const given = list.split(',').map((each) => each.trim());
  const known = given.flatMap((each) => botScopes.find((scope) => scope === each) ?? []);
  return known.length === given.length ? known : undefined;
}

function invitationCommand([action, ...rest]: readonly string[]): Command {
  switch (action) {
    case 'add': {
      const [people, days] = rest;
      if (rest.length > 2) throw new UsageError('Use: invitation add [<people>] [<days>]');
      const { uses, seconds } = serviceLimits.invitations;
      return {
        kind: 'invitation add',
        ...(people === undefined ? {} : { people: numberIn(people, 'people', uses.max) }),
        ...(days === undefined ? {} : { days: numberIn(days, 'days', seconds.max / (24 * 3600)) }),
      };
    }
    case 'list':
      only(rest, 'invitation list');
      return { kind: 'invitation list' };
    case 'revoke':
      return { kind: 'invitation revoke', id: only(rest, 'invitation revoke', '<id>')[0] };
    default:
      throw new UsageError('Use: invitation add, list or revoke');
  }
}

function numberIn(text: string, what: string, max: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw new UsageError(`<${what}> must be a number from 1 to ${max}.`);
  return number;
}

/** Returns the arguments if there are exactly as many as names. */
function only<const Names extends readonly string[]>(
  given: readonly string[],
  command: string,
  ...names: Names
): { readonly [Index in keyof Names]: string } {
  if (given.length !== names.length || given.includes('')) {
    throw new UsageError(
      names.length === 0 ? `"${command}" takes no arguments.` : `Use: ${command} ${names.join(' ')}`,
    );
  }
  // The check above guarantees the length that the type states.
  return given as unknown as { readonly [Index in keyof Names]: string };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        lan: { type: 'boolean' },
        internet: { type: 'boolean' },
        'new-database': { type: 'boolean' },
        compromised: { type: 'boolean' },
        'display-name': { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
