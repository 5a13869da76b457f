import type { RoomtoneError } from '@roomtone/protocol';
import type { Identity } from './tickets.ts';

/** The rules of all requests, applied to upgrade requests, which Fastify does not see. `Request` is as Node gives it. */
export interface UpgradeRules<Request> {
  /**
   * Returns the request's path without its version.
   * @throws {RoomtoneError} VALIDATION_ERROR for a foreign Host or version; RESOURCE_NOT_FOUND for an unknown version in
   *   the path; AUTHORIZATION_ERROR for an address that is not admitted any more.
   */
  check(request: Request): string;
  /** The host that the client asked for. */
  hostOf(request: Request): string | undefined;
  /** The client's address. */
  addressOf(request: Request): string;
  /** The address block that the client is counted by. */
  addressBlockOf(request: Request): string;
  /**
   * Counts the request in the general group: for the ticket's user, else for the address (S10.8). `refused` is
   * RATE_LIMIT_EXCEEDED if it is over the limit. `headers` belong on any answer.
   */
  count(
    request: Request,
    identity: Identity | undefined,
  ): Promise<{ readonly refused: RoomtoneError | undefined; readonly headers: Readonly<Record<string, string>> }>;
}
