import { resolve } from 'node:path';
import type { Settings } from '../composition/chosen-database.ts';
import { copyToPostgres } from '../composition/data-directory/copy-to-postgres.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Copies the embedded database into PostgreSQL, and keys and pictures into another directory if one is given.
 * @throws as copyToPostgres() does.
 */
export async function migrateToPostgres(
  settings: Settings & { readonly config: Pick<Config, 'avatarDir' | 's3'> },
  directory: string | undefined,
  { say, warn, signal }: Pick<CommandContext, 'say' | 'warn' | 'signal'>,
): Promise<void> {
  const { dataDir, avatarDir = dataDir, s3 } = settings.config;
  const into = directory === undefined ? undefined : resolve(directory);
  const { outcome, rows, pictures, lostPictures } = await copyToPostgres(settings, {
    directory: into,
    report: say,
    signal,
  });
  if (s3 !== undefined) warn(`Account pictures stay in ${s3.url}.`);
  else if (lostPictures > 0) warn(`Account pictures missing from ${avatarDir}: ${lostPictures}.`);
  say(
    outcome === 'copied'
      ? `Copied ${rows} rows to PostgreSQL and verified them.`
      : `PostgreSQL already has these ${rows} rows. Nothing was changed.`,
  );
  const kept = pictures - lostPictures;
  say(
    into === undefined
      ? `Keys and pictures (${kept}) stay in ${dataDir}. Start the server, then move roomtone.sqlite away from there.`
      : `Keys and pictures (${kept}) are also in ${into}. Start the server with ROOMTONE_DATA_DIR=${into}.`,
  );
}
