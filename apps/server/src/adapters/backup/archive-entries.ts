import { limits } from '@roomtone/protocol';
import { isAvatarName } from '../avatars/avatar-name.ts';
import { fileNames } from '../files/file-names.ts';

const mebibyte = 1024 * 1024;

/** The files that a backup includes besides the database and pictures, if they exist. */
export const keyAndSettingFiles: readonly string[] = [
  fileNames.firstKey,
  fileNames.accessTokenKeys,
  fileNames.secondFactorKeys,
  fileNames.tlsKey,
  fileNames.tlsCertificate,
  fileNames.acmeAccountKey,
  fileNames.acmeCertificate,
  fileNames.sandboxProducts,
  fileNames.localProfile,
];

/** An uploaded picture's entry name in an archive. */
export function pictureEntry(avatarName: string): string {
  return `${fileNames.avatars}/${avatarName}`;
}

/** The size limit of an entry by its name; undefined for names that do not belong in a backup. */
export function maxEntryBytes(entry: string): number | undefined {
  if (entry === fileNames.database) return Number.MAX_SAFE_INTEGER;
  if (keyAndSettingFiles.includes(entry)) return mebibyte;
  const prefix = pictureEntry('');
  const isPicture = entry.startsWith(prefix) && isAvatarName(entry.slice(prefix.length));
  return isPicture ? limits.avatar.bytes : undefined;
}
