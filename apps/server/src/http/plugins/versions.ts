import { RoomtoneError, validationError } from '@roomtone/protocol';
import { type Deprecation, deprecationHeaders } from './deprecation.ts';

/**
 * The versions of the API, with the deprecation of a version that will be removed (S7.6). This is the only place to deprecate
 * one: its answers then have the headers, and the start fails if the dates leave clients too little time.
 */
export const apiVersions: ApiVersions = { v1: { deprecation: undefined } };

export type ApiVersions = Readonly<Record<'v1', { readonly deprecation: Deprecation | undefined }>>;

const supported = ['v1'];

/** Turns `/api/v1/…` into `/api/…`, under which routes are registered; any other address stays as it is. */
export function unversioned(url: string): string {
  // Hardly any address has it, and startsWith() is faster than a pattern.
  return url.startsWith('/api/v1') ? url.replace(/^\/api\/v1(?=[/?]|$)/, '/api') : url;
}

/**
 * Checks that the version a request asks for exists; a version in the path wins over the header.
 * @param url as the client sent it.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND with `supported` for an unknown version in the path; VALIDATION_ERROR on
 *   `API-Version` for one in the header.
 */
export function checkVersion(url: string, header: string | readonly string[] | undefined): void {
  const segment = url.startsWith('/api/v') ? /^\/api\/v(\d+)(?=[/?]|$)/.exec(url)?.[1] : undefined;
  if (segment === '1') return;
  if (segment !== undefined) {
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This version of the API does not exist.', { supported });
  }
  if (header === undefined || header === 'v1' || !isApiPath(url)) return;
  throw validationError([{ field: 'API-Version', issue: 'must be v1' }]);
}

/** True for addresses under `/api`, which have versions and rate limits. */
export function isApiPath(url: string): boolean {
  return url.startsWith('/api') && (url.length === 4 || url[4] === '/' || url[4] === '?');
}

/** The version headers of every answer. */
export function versionHeaders({ v1: { deprecation } }: ApiVersions, nowMs: number): Readonly<Record<string, string>> {
  return deprecation === undefined ? version : { ...version, ...deprecationHeaders(deprecation, nowMs) };
}

const version = { 'api-version': 'v1' } as const;
