import { createFileAvatarStore } from '../adapters/avatars/file-avatar-store.ts';
import { filesIn } from '../adapters/files/data-directory.ts';
import type { Config, Secrets } from '../config/config.ts';
import { serverLimits } from '../domain/server-limits.ts';
import type { AvatarStore } from '../ports/avatars.ts';
import type { Log } from '../ports/log.ts';

/** The place for uploaded pictures: a bucket, or a directory. */
export async function openAvatarStore(
  { dataDir, avatarDir, s3 }: Pick<Config, 'dataDir' | 'avatarDir' | 's3'>,
  { s3AccessKeyId, s3SecretAccessKey }: Pick<Secrets, 's3AccessKeyId' | 's3SecretAccessKey'>,
): Promise<AvatarStore> {
  if (s3 === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined) {
    return createFileAvatarStore(avatarDir ?? filesIn(dataDir).avatarDirectory);
  }
  // Loaded only where it is used.
  const { createS3AvatarStore } = await import('../adapters/avatars/s3-avatar-store.ts');
  const { timeoutMs } = serverLimits.bucket;
  return createS3AvatarStore({ ...s3, accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey, timeoutMs });
}

/** Says in the log if pictures cannot be read. Nothing waits for it: an evening goes on without pictures. */
export function checkAvatarStore(avatars: Pick<AvatarStore, 'get'>, log: Pick<Log, 'error'>): void {
  avatars.get(`${'0'.repeat(40)}.webp`).catch((error: Error) => {
    log.error({ err: { message: error.message } }, 'pictures cannot be read: check ROOMTONE_S3_URL and its keys');
  });
}
