import { Password } from '@roomtone/protocol/rest';
import Type from 'typebox';
import { passwordIssue } from '../application/accounts/registration.ts';
import { CommandFailure } from '../application/hosting/command-failure.ts';
import { type HostAccounts, withAccounts } from '../composition/data-directory/host-accounts.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { Command } from './arguments.ts';
import { checkShape, problemFailure } from './check-shape.ts';
import type { CommandContext } from './command-context.ts';
import { explainingRefusals } from './explained.ts';
import { readNewPassword } from './read-password.ts';

type UserCommand = Extract<Command, { readonly username: string }>;
type UserContext = CommandContext & { readonly config: Config; readonly secrets: Secrets };

const NewPassword = Type.Object({ password: Password });

/**
 * Runs the host's commands for accounts, also while a server runs.
 * @throws {CommandFailure} if there is no such user, or the name or password breaks the rules (S11).
 */
export async function runUserCommand(command: UserCommand, context: UserContext): Promise<void> {
  const { config, secrets, warn } = context;
  await withAccounts({ config, secrets, mayCreate: command.kind === 'user add', warn }, (accounts) =>
    explainingRefusals(() => runOnAccounts(command, accounts, context)),
  );
}

async function runOnAccounts(command: UserCommand, accounts: HostAccounts, context: UserContext): Promise<void> {
  const { username } = command;
  switch (command.kind) {
    case 'user add':
      return addUser(command, accounts, context);
    case 'user password':
      return setPassword(username, accounts, context);
    case 'user reset-second-factor':
      return resetSecondFactor(username, accounts, context);
    case 'user delete':
      return deleteUser(username, accounts, context);
    case 'user grant':
      return changeRoles(username, accounts, context, (roles) => [...new Set([...roles, command.role])]);
    case 'user revoke':
      return changeRoles(username, accounts, context, (roles) => roles.filter((role) => role !== command.role));
  }
}

async function addUser(
  { username, displayName }: Extract<Command, { readonly kind: 'user add' }>,
  accounts: HostAccounts,
  { input, prompts, say, signal }: UserContext,
): Promise<void> {
  const password = await readNewPassword(input, prompts, signal);
  const problems = await accounts.add({
    ...{ username, password },
    ...(displayName !== undefined && { display_name: displayName }),
  });
  if (problems.length > 0) throw problemFailure(problems);
  const user = await accounts.find(username);
  say(`Created an account for ${user.username} (${user.userTag}).`);
}

async function setPassword(
  username: string,
  accounts: HostAccounts,
  { input, prompts, say, signal }: Pick<UserContext, 'input' | 'prompts' | 'say' | 'signal'>,
): Promise<void> {
  const user = await accounts.find(username);
  const password = await readNewPassword(input, prompts, signal);
  checkShape(NewPassword, { password });
  const issue = await passwordIssue(password, user);
  if (issue !== undefined) throw problemFailure([{ field: 'password', ...issue }]);
  const ended = await accounts.setPassword(user, password);
  say(`Changed the password of ${user.username}. Sessions and bots' tokens ended: ${ended}.`);
}

async function resetSecondFactor(
  username: string,
  accounts: HostAccounts,
  { say }: Pick<UserContext, 'say'>,
): Promise<void> {
  const user = await accounts.find(username);
  const had = await accounts.resetSecondFactor(user);
  say(had ? `${user.username} now signs in with the password alone.` : `${user.username} has no second factor.`);
}

async function deleteUser(username: string, accounts: HostAccounts, { say }: Pick<UserContext, 'say'>): Promise<void> {
  const user = await accounts.find(username);
  await accounts.delete(user);
  say(`Deleted ${user.username}.`);
}

async function changeRoles(
  username: string,
  accounts: HostAccounts,
  { say }: Pick<UserContext, 'say'>,
  change: (roles: readonly string[]) => readonly string[],
): Promise<void> {
  const before = await accounts.find(username);
  const user = await accounts.setRoles(before, change(before.roles));
  if (user === undefined) throw new CommandFailure(`${before.username} has just been deleted.`);
  say(`${user.username} now has these roles: ${user.roles.join(', ')}.`);
}
