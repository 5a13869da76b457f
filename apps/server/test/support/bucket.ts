import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../../src/adapters/avatars/s3-avatar-store.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A server with an S3 interface and one bucket, which checks signatures. It ends with the test. */
export async function openBucket(): Promise<Bucket> {
  const directory = join(temporaryDirectory(), 'buckets');
  const configureBuckets = [{ name: 'pictures' }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', directory, silent: true, configureBuckets });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const url = `http://127.0.0.1:${port}/pictures`;
  return { url, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', timeoutMs: 5_000 };
}
