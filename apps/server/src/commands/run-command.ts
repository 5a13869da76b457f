import { CommandFailure } from '../application/hosting/command-failure.ts';
import { chosenPostgres } from '../composition/chosen-database.ts';
import { version } from '../version.ts';
import type { Command } from './arguments.ts';
import { backup } from './backup.ts';
import { type BotCommand, runBotCommand } from './bot-commands.ts';
import { checkDirectoryOwner } from './check-directory-owner.ts';
import type { CommandContext } from './command-context.ts';
import { help } from './help.ts';
import { runInvitationCommand } from './invitation-commands.ts';
import { migrate } from './migrate.ts';
import { migrateToPostgres } from './migrate-to-postgres.ts';
import { restore } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';
import { runUserCommand } from './user-commands.ts';

/** Backups of PostgreSQL are made by its own programs. */
const withPgDump =
  'The database of ROOMTONE_DATABASE_URL is backed up with pg_dump and restored with pg_restore; keys and pictures are files ' +
  'in the data directory. docs/operations.md shows both. Nothing was written.';

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
  const settings = await context.settings();
  const { config, secrets } = settings;
  const usesPostgres = chosenPostgres(settings) !== undefined;
  const { dataDir } = config;
  // A backup creates no files in the data directory.
  if (command.kind !== 'backup') checkDirectoryOwner(dataDir, context.uid);
  if (isAboutBots(command)) return runBotCommand(command, { ...context, config, secrets });
  if ('username' in command) return runUserCommand(command, { ...context, config, secrets });
  switch (command.kind) {
    case 'invitation add':
    case 'invitation list':
    case 'invitation revoke':
      return runInvitationCommand(command, settings, context);
    case 'backup':
      if (usesPostgres) throw new CommandFailure(withPgDump);
      return backup(settings.config, command.file, context);
    case 'restore':
      if (usesPostgres) throw new CommandFailure(withPgDump);
      return restore(settings.config, command.file, context);
    case 'migrate':
      return migrate(settings, context);
    case 'migrate-to-postgres':
      return migrateToPostgres(settings, command.directory, context);
    case 'keys rotate':
      return rotateKeys(settings, command.compromised, context);
  }
}

function isAboutBots(command: Command): command is BotCommand {
  return command.kind.startsWith('bot ');
}
