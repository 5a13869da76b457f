import type { Migration } from 'kysely/migration';
import { accountsRoomsChat } from './001-accounts-rooms-chat.ts';
import { billing } from './002-billing.ts';
import { accounts } from './003-accounts.ts';
import { rooms } from './004-rooms.ts';
import { people } from './005-people.ts';
import { safekeeping } from './006-safekeeping.ts';
import { banAddresses } from './007-ban-addresses.ts';
import { secondFactors } from './008-second-factors.ts';
import { emails } from './009-emails.ts';
import { passkeys } from './010-passkeys.ts';
import { roomTempo } from './011-room-tempo.ts';
import { auditLog } from './012-audit-log.ts';
import { bots } from './013-bots.ts';
import { invitations } from './014-invitations.ts';
import { loops } from './017-loops.ts';
import { roomRights } from './018-room-rights.ts';
import { roomSheets } from './019-room-sheets.ts';

/** Numbered and forward only: a released migration is never edited, only followed by another. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-accounts-rooms-chat': accountsRoomsChat,
  '002-billing': billing,
  '003-accounts': accounts,
  '004-rooms': rooms,
  '005-people': people,
  '006-safekeeping': safekeeping,
  '007-ban-addresses': banAddresses,
  '008-second-factors': secondFactors,
  '009-emails': emails,
  '010-passkeys': passkeys,
  '011-room-tempo': roomTempo,
  '012-audit-log': auditLog,
  '013-bots': bots,
  '014-invitations': invitations,
  '017-loops': loops,
  '018-room-rights': roomRights,
  '019-room-sheets': roomSheets,
};

export const migrationNames: readonly string[] = Object.keys(migrations);

/** `Rmtn`, in the header of every Roomtone database. Older versions left it 0. */
export const applicationId = 0x526d_746e;

/** Also in the header: the number of migrations applied. */
export const schemaVersion = migrationNames.length;
