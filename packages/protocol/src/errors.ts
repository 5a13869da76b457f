import { type FieldIssue, type IssueCode, issues } from './issues.ts';

/** The seven codes (S8.4); REST and WebSocket use the same. */
export const errorCodes = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'ROOM_NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'SERVER_ERROR',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

interface ErrorTraits {
  readonly status: 400 | 401 | 403 | 404 | 429 | 500;
  /** True if the same request may succeed later without a change. */
  readonly retry: boolean;
}

/** The HTTP status of each code (S8.4), and whether trying again can help. */
export const errorTraits: Readonly<Record<ErrorCode, ErrorTraits>> = {
  VALIDATION_ERROR: { status: 400, retry: false },
  AUTHENTICATION_ERROR: { status: 401, retry: false },
  AUTHORIZATION_ERROR: { status: 403, retry: false },
  RESOURCE_NOT_FOUND: { status: 404, retry: false },
  ROOM_NOT_FOUND: { status: 404, retry: false },
  RATE_LIMIT_EXCEEDED: { status: 429, retry: true },
  SERVER_ERROR: { status: 500, retry: true },
};

/** The factors that a sign-in needs besides the right password. */
export interface SecondFactorChallenge {
  /** Names this sign-in in its second step. */
  readonly challenge: string;
  /** Seconds until the challenge expires. */
  readonly expiresIn: number;
  /** The factors of the account. */
  readonly methods: readonly ('code' | 'recovery_code' | 'passkey')[];
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`, if `methods` has `passkey`. */
  readonly passkey?: Readonly<Record<string, unknown>>;
}

/** Why a server refuses something that the code alone does not explain. A newer server may have further ones. */
export type RefusalReason =
  // Joining a room.
  | 'full'
  | 'password'
  | 'banned'
  | 'pro'
  | 'guests'
  | 'invitation'
  // In a room: by a moderator, by its settings, or because of what somebody else has made or sent.
  | 'muted'
  | 'may_play'
  | 'may_chat'
  | 'may_loop'
  | 'may_set_metronome'
  | 'chat'
  | 'repeated'
  | 'loop_owner'
  | 'no_turns'
  | 'queue_full'
  | 'not_in_room'
  | 'datagrams'
  | 'direct'
  | 'voice'
  | 'may_talk'
  // Other people.
  | 'blocked'
  | 'blocking'
  | 'not_friends'
  // Accounts, sign-ins and bots.
  | 'registration_closed'
  | 'second_factor'
  | 'challenge_ended'
  | 'host_link'
  | 'suspended'
  | 'invited'
  | 'bot'
  | 'scope'
  // Where a request comes from.
  | 'address'
  | 'origin'
  | 'outside'
  // As much as is allowed, or as there is room for.
  | 'bot_quota'
  | 'room_quota'
  | 'sheet_quota'
  | 'invitation_quota'
  | 'moderator_quota'
  | 'player_quota'
  | 'webhook_quota'
  | 'bytes'
  | 'disk_full'
  // The other processes of a service cannot be reached.
  | 'unreachable';

/** The details that programs can know of a refusal besides its code. The server adds more where it helps people. */
export interface ErrorDetails {
  readonly [name: string]: unknown;
  /** VALIDATION_ERROR: the first problem with a field, and all of them over REST. */
  readonly field?: string;
  readonly issue?: string;
  readonly code?: IssueCode;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly errors?: readonly FieldIssue[];
  /** AUTHORIZATION_ERROR: the roles that may, or `owner`; and why, such as `full`, `password`, `banned` or `muted`. */
  readonly required?: readonly string[];
  readonly reason?: RefusalReason;
  /** AUTHENTICATION_ERROR with the reason `second_factor`, as the SDK reads it: what finishes the sign-in. */
  readonly secondFactor?: SecondFactorChallenge;
  /** RATE_LIMIT_EXCEEDED: how many are allowed, when more are (Unix time in s), and how many notes were dropped. */
  readonly limit?: number;
  readonly reset?: number;
  readonly dropped?: number;
  /** ROOM_NOT_FOUND, as the SDK reads it. */
  readonly roomId?: string;
  /** SERVER_ERROR, as the SDK reads it: names the request in the server's log. */
  readonly requestId?: string;
}

/** A refusal that may be sent to clients: a code, a sentence for people, and details. It never carries internals. */
export class RoomtoneError extends Error {
  override readonly name: string = 'RoomtoneError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** True if the same request may succeed later without a change. */
  get retryable(): boolean {
    return errorTraits[this.code].retry;
  }
}

/**
 * A VALIDATION_ERROR with its details (S8.5) and a code for each problem.
 * @param problems a problem without a code gets `invalid`.
 */
export function validationError(problems: readonly Problem[]): RoomtoneError {
  const errors = problems.map((problem): FieldIssue => ({ ...problem, code: problem.code ?? 'invalid' }));
  const first = errors[0] ?? { field: '', ...issues.invalid('is not valid') };
  return new RoomtoneError('VALIDATION_ERROR', `${first.field} ${first.issue}`.trim(), { ...first, errors });
}

/** A problem with a field; `code` only if the problem has one. */
export type Problem = Omit<FieldIssue, 'code'> & Partial<Pick<FieldIssue, 'code'>>;

export function isErrorCode(text: unknown): text is ErrorCode {
  return (errorCodes as readonly unknown[]).includes(text);
}
