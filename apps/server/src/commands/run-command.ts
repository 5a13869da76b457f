import { refuseOtherStorage } from '../composition/embedded-storage.ts';
import { version } from '../version.ts';
import type { Command } from './arguments.ts';
import { backup } from './backup.ts';
import type { CommandContext } from './context.ts';
import { help } from './help.ts';
import { migrate } from './migrate.ts';
import { checkAccount } from './own-account.ts';
import { restore } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';
import { runUserCommand } from './user-commands.ts';

/**
 * Does what the host asked for, once it resolves.
 * @throws {ConfigError} for bad settings.
 * @throws {DataDirectoryInUse} for what wants the server stopped while one runs.
 * @throws {CommandFailure} where it could not be done, with words for the host.
 */
export async function runCommand(
  command: Exclude<Command, { readonly kind: 'serve' }>,
  context: CommandContext,
): Promise<void> {
  if (command.kind === 'help') return context.say(help);
  if (command.kind === 'version') return context.say(version());
  const { config, secrets } = await context.settings();
  refuseOtherStorage(secrets);
  const { dataDir } = config;
  // A backup leaves nothing in the directory that its owner could not use.
  if (command.kind !== 'backup') checkAccount(dataDir, context.account);
  if ('username' in command) return runUserCommand(command, { ...context, config, secrets });
  switch (command.kind) {
    case 'backup':
      return backup(dataDir, command.file, context);
    case 'restore':
      return restore(dataDir, command.file, context);
    case 'migrate':
      return migrate(dataDir, context);
    case 'keys rotate':
      return rotateKeys(dataDir, secrets, context);
  }
}
