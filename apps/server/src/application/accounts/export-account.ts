import { RoomtoneError } from '@roomtone/protocol';
import type { ExportView } from '@roomtone/protocol/rest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { AvatarStore } from '../../ports/avatars.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Storage } from '../../ports/storage.ts';

export interface ExportDeps {
  readonly storage: Pick<Storage, 'accountData'>;
  readonly avatars: Pick<AvatarStore, 'get'>;
  readonly ephemeral: Pick<Ephemeral, 'increment'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly pack: (
    entries: readonly { readonly name: string; readonly content: Uint8Array | string }[],
    atMs: number,
  ) => Promise<Uint8Array>;
}

/**
 * Puts everything that the server has of an account into one archive (S13.11). The caller has checked the password.
 * @returns undefined if the account is gone.
 * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED for one too many within an hour.
 */
export async function exportAccount(
  { storage, avatars, ephemeral, clock, pack }: ExportDeps,
  userId: string,
): Promise<ExportView | undefined> {
  const { count: limit, windowMs } = serverLimits.accountExports;
  const { count, resetAt } = await ephemeral.increment(`export:${userId}`, windowMs);
  if (count > limit) {
    const details = { limit, reset: Math.ceil(resetAt / 1000) };
    throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'You have just had your data. Try again later.', details);
  }
  const found = await storage.accountData(userId);
  if (found === undefined) return undefined;
  const { avatar_name: picture, username } = found.account;
  const image = picture === null ? undefined : await avatars.get(picture);
  const sheets = found.sheets.map(({ data, ...sheet }) => ({
    ...sheet,
    file: `sheets/${sheet.sheet_id}.${sheet.kind}`,
  }));
  const account = JSON.stringify({ ...found, sheets }, null, 2);
  const entries = [
    { name: 'account.json', content: account },
    ...(image === undefined ? [] : [{ name: 'picture.webp', content: image }]),
    ...found.sheets.map(({ data }, index) => ({
      name: sheets[index]?.file ?? '',
      content: Buffer.from(data, 'base64'),
    })),
  ];
  const archive = await pack(entries, clock.nowMs());
  return { name: `roomtone-${username}.tar.gz`, data: Buffer.from(archive).toString('base64') };
}
