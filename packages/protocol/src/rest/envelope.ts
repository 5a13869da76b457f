import Type from 'typebox';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { issueCodes } from '../issues.ts';

/** The success envelope (S8.1). */
export function success<T extends Type.TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) });
}

export const ErrorEnvelope = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.Enum([...errorCodes]),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
});
export type ErrorEnvelope = Type.Static<typeof ErrorEnvelope>;

/** What is wrong with one field; nested ones are dotted: `settings.theme`. */
const problem = {
  field: Type.String(),
  /** For people, in English. */
  issue: Type.String(),
  /** For programs: it stays when the words change. */
  code: Type.Enum([...issueCodes]),
  /** The bounds that were missed, where the code has some. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
};

/** What REST's errors say besides (S8.5 to S8.8). Further details may come with any of them, such as a `reason`. */
const errorDetails = {
  VALIDATION_ERROR: Type.Object({
    // The first one again.
    ...problem,
    errors: Type.Array(Type.Object(problem), { minItems: 1 }),
  }),
  AUTHENTICATION_ERROR: Type.Object({}),
  AUTHORIZATION_ERROR: Type.Object({
    /** The role that would do, or "owner"; empty where none would. */
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

/** The error envelope of one code, with what its details hold. */
export function failure(code: ErrorCode) {
  return Type.Object({
    success: Type.Literal(false),
    error: Type.Object({ code: Type.Literal(code), message: Type.String(), details: errorDetails[code] }),
  });
}
