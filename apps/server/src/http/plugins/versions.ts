import { RoomtoneError, validationError } from '@roomtone/protocol';
import { type Deprecation, deprecationHeaders } from './deprecation.ts';

/**
 * The versions of the API and, where one is to go, since when that is known (S7.6). A version is deprecated here
 * and nowhere else: its answers then carry the headers, and the start fails when the dates leave clients too little time.
 */
export const apiVersions: ApiVersions = { v1: { deprecation: undefined } };

export type ApiVersions = Readonly<Record<'v1', { readonly deprecation: Deprecation | undefined }>>;

const supported = ['v1'];

/** `/api/v1/…` as `/api/…`, which is what routes are registered under; any other address as it is. */
export function unversioned(url: string): string {
  // Nearly no address has it, and a pattern takes longer than a look.
  return url.startsWith('/api/v1') ? url.replace(/^\/api\/v1(?=[/?]|$)/, '/api') : url;
}

/**
 * Checks which version a request asks for; a version in the path wins over the header.
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

/** Whether an address lies under `/api`: versions and rate limits are for these. */
export function isApiPath(url: string): boolean {
  return url.startsWith('/api') && (url.length === 4 || url[4] === '/' || url[4] === '?');
}

/** What every answer says about its version. */
export function versionHeaders({ v1: { deprecation } }: ApiVersions, nowMs: number): Readonly<Record<string, string>> {
  return deprecation === undefined ? version : { ...version, ...deprecationHeaders(deprecation, nowMs) };
}

const version = { 'api-version': 'v1' } as const;
