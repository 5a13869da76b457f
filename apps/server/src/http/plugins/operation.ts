import type { ErrorCode } from '@roomtone/protocol';

/** The parts of the API reference. */
export type OperationTag =
  | 'Authentication'
  | 'Users'
  | 'Second factor'
  | 'Bots'
  | 'Friends'
  | 'Rooms'
  | 'Invitations'
  | 'Webhooks'
  | 'Billing'
  | 'Utility'
  | 'Real time';

export interface OperationOptions {
  /** 'ignored': a Bearer token is not looked at. */
  readonly token: 'required' | 'optional' | 'ignored';
  /** Answers without a token even if the host admits no guests. */
  readonly alsoWithoutGuests?: boolean;
  /** Its errors besides those of every route and those that follow from `token`. */
  readonly errors?: readonly ErrorCode[];
  /** More than the summary says. Markdown. */
  readonly description?: string;
  /** The body may be left out. */
  readonly bodyIsOptional?: boolean;
  /** The body of a route that reads it itself, as OpenAPI describes it. */
  readonly ownBody?: RequestBody;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/**
 * Describes a route for the API reference: spread it into the route's schema. Examples, headers and the errors of every route
 * are added later.
 * @param id unique, starting with a verb: `createRoom`. Generated clients name their functions after it.
 * @example schema: { ...operation('readRoom', 'Read a room', 'Rooms', { token: 'optional', errors: ['ROOM_NOT_FOUND'] }) }
 */
export function operation(id: string, summary: string, tag: OperationTag, options: OperationOptions) {
  const { token, errors = [], description, bodyIsOptional = false, ownBody } = options;
  const refusesGuests = token === 'optional' && options.alsoWithoutGuests !== true;
  const ofToken: ErrorCode[] = token === 'ignored' ? [] : ['AUTHENTICATION_ERROR'];
  if (refusesGuests) ofToken.push('AUTHORIZATION_ERROR');
  return {
    operationId: id,
    summary,
    description: description ?? `${summary}.`,
    tags: [tag],
    security: securityOf[token].map((schemes) => ({ ...schemes })),
    'x-errors': [...new Set([...errors, ...ofToken])],
    'x-body-is-optional': bodyIsOptional,
    'x-own-body': ownBody,
  };
}

const securityOf: Readonly<Record<OperationOptions['token'], readonly { bearer?: string[] }[]>> = {
  required: [{ bearer: [] }],
  optional: [{}, { bearer: [] }],
  ignored: [],
};
