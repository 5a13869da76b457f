import { type BotScope, CreateBotBody } from '@roomtone/protocol/rest';
import { CommandFailure } from '../application/hosting/command-failure.ts';
import { type HostAccounts, withAccounts } from '../composition/data-directory/host-accounts.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { UserRecord } from '../ports/account-storage.ts';
import type { Command } from './arguments.ts';
import { checkShape } from './check-shape.ts';
import type { CommandContext } from './command-context.ts';
import { explainingRefusals } from './explained.ts';

export type BotCommand = Extract<Command, { readonly kind: `bot ${string}` }>;

/** The scopes that a bot may do unless the host says otherwise. */
const usualScopes: readonly BotScope[] = ['listen', 'play', 'chat'];

/**
 * Runs the host's commands for bots, also while a server runs (S32.9).
 * @throws {CommandFailure} if there is no such user or bot, or what REST would refuse.
 */
export async function runBotCommand(
  command: BotCommand,
  context: CommandContext & { readonly config: Config; readonly secrets: Secrets },
): Promise<void> {
  const { config, secrets, warn, say } = context;
  await withAccounts({ config, secrets, mayCreate: false, warn }, (accounts) =>
    explainingRefusals(() => run(command, accounts, say)),
  );
}

async function run(command: BotCommand, accounts: HostAccounts, say: (line: string) => void): Promise<void> {
  const { bots } = accounts;
  switch (command.kind) {
    case 'bot add': {
      const { userId } = await personNamed(accounts, command.owner);
      const { name: username, displayName, scopes = usualScopes } = command;
      const body = { username, scopes: [...scopes], ...(displayName !== undefined && { display_name: displayName }) };
      checkShape(CreateBotBody, body);
      return say((await bots.create(userId, body)).token);
    }
    case 'bot list': {
      const { userId } = await personNamed(accounts, command.owner);
      for (const { user } of await bots.of(userId)) say(`${user.username}: ${user.bot?.scopes.join(', ')}`);
      return;
    }
    case 'bot token': {
      const { userId, ownerId } = await botNamed(accounts, command.name);
      return say((await bots.replaceToken(ownerId, userId)).token);
    }
    case 'bot delete': {
      const { userId, ownerId, username } = await botNamed(accounts, command.name);
      await bots.delete(ownerId, userId);
      return say(`Deleted ${username}.`);
    }
  }
}

async function personNamed(accounts: HostAccounts, name: string): Promise<UserRecord> {
  const user = await accounts.find(name);
  if (user.bot !== undefined) throw new CommandFailure(`${user.username} is a bot, and bots have none.`);
  return user;
}

async function botNamed(accounts: HostAccounts, name: string) {
  const { userId, username, bot } = await accounts.find(name);
  if (bot === undefined) throw new CommandFailure(`${username} is not a bot.`);
  return { userId, username, ownerId: bot.ownerId };
}
