import Type from 'typebox';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { issueCodes } from '../issues.ts';

/** The success envelope (S8.1). */
export function success<T extends Type.TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) });
}

/** The data of an answer that has nothing more to say than that it was done. */
export const NothingView = Type.Object({});
export type NothingView = Type.Static<typeof NothingView>;

export const ErrorEnvelope = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.Enum([...errorCodes]),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
});
export type ErrorEnvelope = Type.Static<typeof ErrorEnvelope>;

/** One problem with a field; nested fields are dotted: `settings.theme`. */
const problem = {
  field: Type.String(),
  /** For people, in English. */
  issue: Type.String(),
  /** For programs: it stays the same when the wording changes. */
  code: Type.Enum([...issueCodes]),
  /** The bounds that were exceeded, for codes that have some. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
};

/** The other details of REST errors (S8.5 to S8.8). Any of them may come with further details, such as a `reason`. */
const errorDetails = {
  VALIDATION_ERROR: Type.Object({
    // The first problem, repeated.
    ...problem,
    errors: Type.Array(Type.Object(problem), { minItems: 1 }),
  }),
  AUTHENTICATION_ERROR: Type.Object({}),
  AUTHORIZATION_ERROR: Type.Object({
    /** The role that would be enough, or "owner"; empty if none would be. */
    required: Type.Array(Type.String()),
    reason: Type.Optional(Type.String()),
  }),
  RESOURCE_NOT_FOUND: Type.Object({}),
  ROOM_NOT_FOUND: Type.Object({ room_id: Type.String() }),
  RATE_LIMIT_EXCEEDED: Type.Object({
    limit: Type.Integer(),
    /** Unix time in whole seconds. */
    reset: Type.Integer(),
  }),
  SERVER_ERROR: Type.Object({ request_id: Type.String({ format: 'uuid' }) }),
} satisfies Record<ErrorCode, Type.TSchema>;

/** The error envelope for one code, with its details. */
export function failure(code: ErrorCode) {
  return Type.Object({
    success: Type.Literal(false),
    error: Type.Object({ code: Type.Literal(code), message: Type.String(), details: errorDetails[code] }),
  });
}
