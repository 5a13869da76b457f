import type { Migration } from 'kysely/migration';
import { schema } from './001-schema.ts';
import { invitedBy } from './002-invited-by.ts';
import { displayNames } from './003-display-names.ts';
import { suspension } from './004-suspension.ts';
import { themeChosen } from './005-theme-chosen.ts';
import { webhooks } from './006-webhooks.ts';
import { beatsCounted } from './007-beats-counted.ts';
import { roomsThatName } from './008-rooms-that-name.ts';
import { accountLanguages } from './009-languages.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Numbered and forward only: a migration on main is never edited, only followed by another; a test knows its hash. */
export const migrations: Migrations = {
  '001-schema': schema,
  '002-invited-by': invitedBy,
  '003-display-names': displayNames,
  '004-suspension': suspension,
  '005-theme-chosen': themeChosen,
  '006-webhooks': webhooks,
  '007-beats-counted': beatsCounted,
  '008-rooms-that-name': roomsThatName,
  '009-languages': accountLanguages,
};

/** `Rmtn`, in the header of every Roomtone database. */
export const applicationId = 0x526d_746e;

/** The version in the header of a database with no migration: databases with a lower one have a schema from before all of these. */
export const versionBefore = 100;

/** The version in the header of a database with all of these migrations. */
export function schemaVersion(known: Migrations = migrations): number {
  return versionBefore + Object.keys(known).length;
}
