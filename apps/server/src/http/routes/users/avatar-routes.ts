import multipart from '@fastify/multipart';
import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import { AvatarView, success } from '@roomtone/protocol/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { addressBlock } from '../../../application/address-block.ts';
import { KeyedTurns } from '../../../application/keyed-turns.ts';
import { avatarPath, type GeneratedAvatar, generatedAvatar } from '../../../domain/avatar-path.ts';
import type { AvatarMaker, AvatarStore } from '../../../ports/avatars.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Log } from '../../../ports/log.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, badToken, type Principal, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { inTime, readUpload, requireForm, uploadLimits } from './avatar-upload.ts';

export interface AvatarRoutesDeps {
  readonly storage: Pick<Storage, 'setAvatar'>;
  readonly avatars: AvatarStore;
  readonly avatarMaker: AvatarMaker;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How long an upload may take to arrive. */
  readonly uploadMs: number;
  readonly realtime: Pick<LiveUsers, 'accountChanged'>;
  readonly authentication: Authentication;
  readonly log: Pick<Log, 'warn'>;
}

const AvatarForm = Type.Object(
  // OpenAPI 3.1 describes a file like this.
  { avatar: Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/octet-stream' }) },
  { additionalProperties: false },
);
const AvatarParams = Type.Object({ name: Type.String() });

/** Uploading a picture, and serving all pictures (S14). */
export async function avatarRoutes(app: App, deps: AvatarRoutesDeps): Promise<void> {
  const turns = new KeyedTurns();
  const slots = new UploadSlots(deps.clock);

  const receive = async (request: FastifyRequest, reply: FastifyReply, userId: string): Promise<Uint8Array> => {
    const release = slots.take([`user ${userId}`, `address ${addressBlock(request.ip)}`]);
    const reading = readUpload(request);
    // The slot stays taken until then: what has arrived is still in memory, even after an early answer.
    reading.then(release, release);
    try {
      return await inTime(reading, deps.uploadMs);
    } catch (error) {
      if (!request.raw.complete) {
        // Nobody waits for the rest. Node would not tell the reader of the form that the connection has ended.
        reply.header('Connection', 'close');
        reply.raw.once('close', () => request.raw.destroy());
      }
      throw error;
    }
  };

  // In its own scope: no other route takes forms.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits });
    scope.post(
      '/api/users/avatar',
      {
        schema: {
          ...operation('uploadAvatar', 'Upload a picture', 'Users', {
            token: 'required',
            description:
              'A form with one file in the field `avatar`: PNG, JPEG, WebP or GIF, at most 5 MiB and 40 megapixels.',
            ownBody: { required: true, content: { 'multipart/form-data': { schema: AvatarForm } } },
          }),
          response: { 200: success(AvatarView) },
        },
        config: { ownBody: true },
        onRequest: [deps.authentication.required, requireForm],
      },
      async (request, reply) => {
        const principal = requirePrincipal(request);
        const webp = await deps.avatarMaker.make(await receive(request, reply, principal.userId));
        // Two uploads of one user must not remove each other's file.
        const avatar_url = await turns.run(principal.userId, () => setPicture(deps, principal, webp));
        return succeed({ avatar_url });
      },
    );
  });

  app.get('/avatars/:name', { schema: { params: AvatarParams } }, async (request, reply) => {
    const { name } = request.params;
    const generated = generatedAvatar(name);
    if (generated !== undefined) return sendPicture(reply, 'image/svg+xml', generatedAvatarSvg(generated));
    const webp = await deps.avatars.get(name);
    if (webp === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such picture.');
    return sendPicture(reply, 'image/webp', webp);
  });
}

/** Replaces the user's picture; resolves with its path. */
async function setPicture(
  { storage, avatars, realtime, log }: AvatarRoutesDeps,
  { userId, username, displayName }: Principal,
  webp: Uint8Array,
): Promise<string> {
  const remove = (name: string) =>
    avatars.remove(name).catch((error: unknown) => log.warn({ err: error, avatar: name }, 'a picture was not removed'));
  const avatarName = await avatars.put(userId, webp);
  const replaced = await storage.setAvatar(userId, avatarName);
  if (replaced === undefined) {
    // The account has been deleted meanwhile.
    await remove(avatarName);
    throw badToken();
  }
  const { previous } = replaced;
  if (previous !== undefined && previous !== avatarName) await remove(previous);
  const avatarUrl = avatarPath({ userId, username, displayName, avatarName });
  realtime.accountChanged({ userId, username, displayName, avatarUrl });
  return avatarUrl;
}

function sendPicture(reply: FastifyReply, type: string, picture: Uint8Array | string): FastifyReply {
  return reply
    .headers({
      'Content-Type': type,
      // A different picture has a different name.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // The desktop app shows them from its own origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .send(picture);
}

/** The app's dark background color, used for text on a player's color. */
const ink = '#15110e';

/**
 * Draws the picture of a user who has uploaded none: their initial on their color. Both come from the picture's name, which can
 * only hold letters, digits, `_` and `-`, so nothing has to be escaped.
 */
function generatedAvatarSvg({ initial, color }: GeneratedAvatar): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="${color}"/>
<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="'Instrument Serif', Georgia, 'Times New Roman', serif" font-size="150" fill="${ink}">${initial}</text>
</svg>
`;
}

const { atOnce, ofOne, arrivalMs } = serviceLimits.uploads;

/** Bounds the uploads that arrive at the same time, because what has arrived of each is in memory (S14.9). */
class UploadSlots {
  readonly #clock: Pick<Clock, 'nowMs'>;
  /** How many uploads are arriving, by whom they count for. */
  readonly #counts = new Map<string, number>();
  #arriving = 0;

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /**
   * Reserves a slot, before anything is read of an upload.
   * @param owners whom the upload counts for, such as its user and its address block.
   * @returns gives the slot back; call it once.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset`.
   */
  take(owners: readonly string[]): () => void {
    if (this.#arriving >= atOnce) throw this.#refusal(atOnce);
    if (owners.some((owner) => this.#countOf(owner) >= ofOne)) throw this.#refusal(ofOne);
    this.#add(owners, 1);
    return () => this.#add(owners, -1);
  }

  #countOf(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  #add(owners: readonly string[], change: 1 | -1): void {
    this.#arriving += change;
    for (const owner of owners) {
      const count = this.#countOf(owner) + change;
      if (count === 0) this.#counts.delete(owner);
      else this.#counts.set(owner, count);
    }
  }

  #refusal(limit: number): RoomtoneError {
    const details = { limit, reset: Math.ceil((this.#clock.nowMs() + arrivalMs) / 1000) };
    return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many pictures are arriving. Try again in a moment.', details);
  }
}
