import { limits } from '@roomtone/protocol';
import { isAvatarName } from '../avatars/avatar-name.ts';
import { fileNames } from '../files/file-names.ts';

const mebibyte = 1024 * 1024;

/** The files of a data directory that a backup takes beside database and pictures, where they are there. */
export const smallFiles: readonly string[] = [
  fileNames.firstKey,
  fileNames.accessTokenKeys,
  fileNames.tlsKey,
  fileNames.tlsCertificate,
  fileNames.sandboxProducts,
  fileNames.localProfile,
];

/** The name in an archive of an uploaded picture. */
export function pictureEntry(avatarName: string): string {
  return `${fileNames.avatars}/${avatarName}`;
}

/** How many bytes the entry of this name may have in a backup; undefined for what does not belong there. */
export function mostBytes(entry: string): number | undefined {
  if (entry === fileNames.database) return Number.MAX_SAFE_INTEGER;
  if (smallFiles.includes(entry)) return mebibyte;
  const prefix = pictureEntry('');
  const isPicture = entry.startsWith(prefix) && isAvatarName(entry.slice(prefix.length));
  return isPicture ? limits.avatar.bytes : undefined;
}
