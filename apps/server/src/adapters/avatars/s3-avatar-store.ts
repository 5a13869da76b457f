import { AwsClient } from 'aws4fetch';
import type { AvatarStore } from '../../ports/avatars.ts';
import { avatarName, isAvatarName } from './avatar-name.ts';

export interface Bucket {
  /** Without a slash at the end. Names of pictures are appended to it. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The time that one request may take, further attempts included. */
  readonly timeoutMs: number;
}

/** Stores pictures in a bucket with an S3 interface, which all processes of a service see. */
export function createS3AvatarStore({ url, timeoutMs, ...bucket }: Bucket): AvatarStore {
  const client = new AwsClient({ ...bucket, service: 's3', retries: 2 });
  const ask = async (method: string, name: string, body?: Uint8Array): Promise<Response> => {
    const answer = await client.fetch(`${url}/${name}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: Buffer.from(body), headers: { 'content-type': 'image/webp' } }),
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`The bucket of ROOMTONE_S3_URL answered ${method} with ${answer.status}.`);
  };
  return {
    async put(userId, webp) {
      const name = avatarName(userId, webp);
      const { ok, body } = await ask('PUT', name, webp);
      await body?.cancel();
      if (!ok) throw new Error('The bucket of ROOMTONE_S3_URL does not exist.');
      return name;
    },
    async get(name) {
      if (!isAvatarName(name)) return undefined;
      const answer = await ask('GET', name);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    async remove(name) {
      if (!isAvatarName(name)) return;
      const { body } = await ask('DELETE', name);
      await body?.cancel();
    },
  };
}
