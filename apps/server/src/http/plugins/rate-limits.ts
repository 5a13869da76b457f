import { createHash } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressBlock } from '../../application/address-block.ts';
import type { OutsideAddresses } from '../../application/hosting/outside-addresses.ts';
import type { Config } from '../../config/config.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { AccessTokens } from '../../ports/access-tokens.ts';
import { whenThere } from '../../ports/awaitable.ts';
import type { RefreshTokens } from '../../ports/refresh-tokens.ts';
import { type Authentication, bearerToken } from './authentication.ts';
import type { ForwardedRequest } from './forwarded-request.ts';
import { type RateCounter, type Standing, standingHeaders, tooManyRequests } from './rate-counter.ts';
import { countedBy, type RateGroup, rateGroupOf } from './rate-groups.ts';
import { setHeaders } from './set-headers.ts';

export interface RateLimitsDeps {
  readonly limits: Config['rateLimits'];
  readonly counter: RateCounter;
  readonly authentication: Pick<Authentication, 'callerOf'>;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly refreshTokens: Pick<RefreshTokens, 'sessionOf'>;
  readonly readForwarded: (request: FastifyRequest['raw']) => ForwardedRequest;
  readonly outside: Pick<OutsideAddresses, 'isUnknown'>;
}

interface Subject {
  readonly group: RateGroup;
  readonly kind: 'address' | 'user';
  readonly who: string;
  readonly key: string;
}

type NamedInBody = Exclude<ReturnType<typeof countedBy>, 'caller'>;

/** One address may sign in this many times as often as one account (S10.5): a whole school may share one address. */
const addressFactor = 10;
const maxNameLength = 254;
const ofUnknown = serverLimits.unknownAddresses.requests;

/**
 * Counts requests and refuses those over their group's limit (S10). In the authentication group the body may name who is
 * counted: the address's own limit is checked before the body is read, the other one after.
 */
export interface RateLimits {
  /** Counts a request by its head; undefined if that needed no waiting. @throws {RoomtoneError} RATE_LIMIT_EXCEEDED. */
  onHead(request: FastifyRequest, reply: FastifyReply, path: string): Promise<unknown> | undefined;
  /** Counts the rest, once the body is read or refused. @throws {RoomtoneError} RATE_LIMIT_EXCEEDED. */
  onBody(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createRateLimits(deps: RateLimitsDeps): RateLimits {
  const { counter, limits } = deps;
  /** Requests that were counted for their address only, so far. */
  const unsettled = new WeakMap<FastifyRequest, { by: NamedInBody; standing: Standing | undefined }>();
  /** The last subject counted on each connection: a key that is built again is slow to look up. */
  const lastCounted = new WeakMap<object, Subject>();
  const addressOf = (request: FastifyRequest) => deps.readForwarded(request.raw).address;
  const blockOf = (request: FastifyRequest) => addressBlock(addressOf(request));
  /** The limit on what counts for the request's address: an unknown one gets less (S27.3). */
  const limitAt = (request: FastifyRequest, group: keyof typeof ofUnknown, usual: number) =>
    deps.outside.isUnknown(addressOf(request)) ? Math.min(usual, ofUnknown[group]) : usual;

  const show = (reply: FastifyReply, standing: Standing | undefined) => {
    if (standing !== undefined) setHeaders(reply, standingHeaders(standing));
    if (standing?.isExceeded) throw tooManyRequests(standing);
    return standing;
  };
  const count = (reply: FastifyReply, key: string, limit: number) =>
    whenThere(counter.count(key, limit), (standing) => show(reply, standing));

  const keyOn = ({ raw }: FastifyRequest, group: RateGroup, kind: Subject['kind'], who: string): string => {
    let last = lastCounted.get(raw.socket);
    if (last?.who !== who || last.group !== group || last.kind !== kind) {
      last = { group, kind, who, key: `rate:${group}:${kind}:${who}` };
      lastCounted.set(raw.socket, last);
    }
    return last.key;
  };

  /** By address only: these need no sign-in, and checking a token costs more than most of them. */
  const countAddress = (request: FastifyRequest, reply: FastifyReply, group: 'monitoring' | 'pages') =>
    count(
      reply,
      keyOn(request, group, 'address', blockOf(request)),
      group === 'pages'
        ? limitAt(request, 'pages', limits.general * serviceLimits.http.pagesFactor)
        : limitAt(request, 'general', limits.general),
    );

  const countCaller = (request: FastifyRequest, reply: FastifyReply, group: keyof Config['rateLimits']) => {
    return whenThere(deps.authentication.callerOf(request), (caller) => {
      if (caller !== undefined) return count(reply, keyOn(request, group, 'user', caller.userId), limits[group]);
      const isTightened = group === 'general' || group === 'authentication';
      const limit = isTightened ? limitAt(request, group, limits[group]) : limits[group];
      return count(reply, keyOn(request, group, 'address', blockOf(request)), limit);
    });
  };

  /** In the authentication group every address has its own limit, besides that of the account, session or caller. */
  const countAuthentication = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const all = `rate:authentication:all:${blockOf(request)}`;
    const standing = await count(reply, all, limitAt(request, 'signIns', limits.authentication * addressFactor));
    const by = countedBy(request.method, path);
    if (by !== 'caller') unsettled.set(request, { by, standing });
    else showTighter(reply, await countCaller(request, reply, 'authentication'), standing);
  };

  const sessionOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const refreshToken = textIn(request.body, 'refresh_token');
    const session = refreshToken === undefined ? undefined : deps.refreshTokens.sessionOf(refreshToken);
    if (session !== undefined || !request.headers.authorization) return session;
    const bearer = tokenOf(request);
    return bearer === undefined ? undefined : (await deps.accessTokens.verify(bearer))?.sessionId;
  };

  const subjectOf = async (request: FastifyRequest, by: NamedInBody): Promise<string> => {
    const block = blockOf(request);
    if (by === 'session') {
      const session = await sessionOf(request);
      return session === undefined ? `address:${block}` : `session:${session}`;
    }
    const name = textIn(request.body, by === 'account' ? 'username' : by);
    if (name === undefined || name === '' || name.length > maxNameLength) return `address:${block}`;
    return `${by}:${block}:${createHash('sha256').update(name.toLowerCase()).digest('base64url')}`;
  };

  return {
    onHead(request, reply, path) {
      const group = rateGroupOf(request.method, path);
      if (group === undefined) return undefined;
      if (group === 'authentication') return countAuthentication(request, reply, path);
      const isByAddress = group === 'pages' || group === 'monitoring';
      const counted = isByAddress ? countAddress(request, reply, group) : countCaller(request, reply, group);
      return counted instanceof Promise ? counted : undefined;
    },
    async onBody(request, reply) {
      const left = unsettled.get(request);
      if (left === undefined) return;
      unsettled.delete(request);
      const subject = await subjectOf(request, left.by);
      const limit = limitAt(request, 'authentication', limits.authentication);
      const standing = await count(reply, `rate:authentication:${subject}`, limit);
      showTighter(reply, standing, left.standing);
    },
  };
}

/** Shows the client the limit that it will reach first. */
function showTighter(reply: FastifyReply, own: Standing | undefined, address: Standing | undefined): void {
  if (own !== undefined && address !== undefined && address.remaining < own.remaining) {
    setHeaders(reply, standingHeaders(address));
  }
}

/** A text field of a body that has not been validated yet. */
function textIn(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, field)) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : undefined;
}

function tokenOf(request: FastifyRequest): string | undefined {
  try {
    return bearerToken(request);
  } catch {
    return undefined;
  }
}
