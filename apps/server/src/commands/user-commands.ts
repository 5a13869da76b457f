import { type Problem, RoomtoneError } from '@roomtone/protocol';
import { Password } from '@roomtone/protocol/rest';
import Type from 'typebox';
import { createArgon2Hasher } from '../adapters/argon2-hasher.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { addUser as createAccount } from '../application/accounts/add-user.ts';
import { findUser } from '../application/accounts/find-user.ts';
import { passwordIssue } from '../application/accounts/registration.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { Storage } from '../ports/storage.ts';
import type { Command } from './arguments.ts';
import { checkShape, problemFailure } from './check-shape.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure } from './command-failure.ts';
import { deleteUser } from './delete-user.ts';
import { readNewPassword } from './read-password.ts';
import { withStorage } from './with-storage.ts';

type UserCommand = Extract<Command, { readonly username: string }>;
type UserContext = CommandContext & { readonly config: Config; readonly secrets: Secrets };

const NewPassword = Type.Object({ password: Password });

/**
 * Runs the host's commands for accounts, also while a server runs.
 * @throws {CommandFailure} if there is no such user, or the name or password breaks the rules (S11).
 */
export async function runUserCommand(command: UserCommand, context: UserContext): Promise<void> {
  await withStorage(context.config.dataDir, command.kind === 'user add', async (storage) => {
    try {
      await runOnStorage(command, storage, context);
    } catch (error) {
      throw error instanceof RoomtoneError ? explained(error) : error;
    }
  });
}

async function runOnStorage(command: UserCommand, storage: Storage, context: UserContext): Promise<void> {
  const { username } = command;
  switch (command.kind) {
    case 'user add':
      return addUser(username, storage, context);
    case 'user password':
      return setPassword(username, storage, context);
    case 'user delete':
      return deleteUser(await findUser(storage, username), storage, context);
    case 'user grant':
      return changeRoles(username, storage, context, (roles) => [...new Set([...roles, command.role])]);
    case 'user revoke':
      return changeRoles(username, storage, context, (roles) => roles.filter((role) => role !== command.role));
  }
}

async function addUser(
  username: string,
  storage: Storage,
  { input, prompts, say, signal }: UserContext,
): Promise<void> {
  const password = await readNewPassword(input, prompts, signal);
  const deps = { storage, hasher: createArgon2Hasher(), clock: createSystemClock() };
  const problems = await createAccount(deps, { username, password });
  if (problems.length > 0) throw problemFailure(problems);
  const user = await findUser(storage, username);
  say(`Created an account for ${user.username} (${user.userTag}).`);
}

async function setPassword(
  username: string,
  storage: Storage,
  { input, prompts, say, signal }: Pick<UserContext, 'input' | 'prompts' | 'say' | 'signal'>,
): Promise<void> {
  const user = await findUser(storage, username);
  const password = await readNewPassword(input, prompts, signal);
  checkShape(NewPassword, { password });
  const issue = await passwordIssue(password, user);
  if (issue !== undefined) throw problemFailure([{ field: 'password', ...issue }]);
  const { hash } = createArgon2Hasher();
  const ended = await storage.changePassword(user.userId, await hash(password), noSession);
  say(`Changed the password of ${user.username}. Sessions ended: ${ended.length}.`);
}

/** No session has this id, so every session ends. */
const noSession = '';

async function changeRoles(
  username: string,
  storage: Storage,
  { say }: Pick<UserContext, 'say'>,
  change: (roles: readonly string[]) => readonly string[],
): Promise<void> {
  const before = await findUser(storage, username);
  const user = await storage.setRoles(before.userId, change(before.roles));
  if (user === undefined) throw new CommandFailure(`${before.username} has just been deleted.`);
  say(`${user.username} now has these roles: ${user.roles.join(', ')}.`);
}

function explained(error: RoomtoneError): CommandFailure {
  const { errors } = error.details as { errors?: readonly Problem[] };
  return errors === undefined ? new CommandFailure(error.message, { cause: error }) : problemFailure(errors);
}
