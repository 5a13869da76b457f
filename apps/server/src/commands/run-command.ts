import { refuseOtherStorage } from '../composition/embedded-storage.ts';
import { version } from '../version.ts';
import type { Command } from './arguments.ts';
import { backup } from './backup.ts';
import { checkDirectoryOwner } from './check-directory-owner.ts';
import type { CommandContext } from './command-context.ts';
import { help } from './help.ts';
import { migrate } from './migrate.ts';
import { restore } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';
import { runUserCommand } from './user-commands.ts';

/**
 * Runs a command to its end.
 * @throws {ConfigError} for wrong settings.
 * @throws {DataDirectoryInUse} if the command needs the server stopped and one is running.
 * @throws {CommandFailure} if the command failed; the message is for the host.
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
  // A backup creates no files in the data directory.
  if (command.kind !== 'backup') checkDirectoryOwner(dataDir, context.uid);
  if ('username' in command) return runUserCommand(command, { ...context, config, secrets });
  switch (command.kind) {
    case 'backup':
      return backup(dataDir, command.file, context);
    case 'restore':
      return restore(dataDir, command.file, context);
    case 'migrate':
      return migrate(dataDir, context);
    case 'keys rotate':
      return rotateKeys(dataDir, secrets, command.compromised, context);
  }
}
