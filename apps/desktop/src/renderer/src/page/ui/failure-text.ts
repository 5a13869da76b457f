import type { ErrorDetails, FieldIssue, IssueCode } from '@roomtone/protocol';
import { filled, type Text } from '@roomtone/words';
import { CallError } from '../../contract/call-error.ts';
import { strings } from '../strings.ts';

const problems: Readonly<Record<string, string>> = {
  unreachable: strings.failures.unreachable,
  timeout: strings.failures.timeout,
  notJoined: strings.failures.notJoined,
  unconfirmed: strings.failures.unconfirmed,
};

const reasons: Readonly<Record<string, string>> = {
  muted: strings.failures.muted,
  loop_owner: strings.failures.loopOwner,
  loops: strings.failures.loopsModerated,
  not_friends: strings.failures.notFriends,
  blocked: strings.failures.blocked,
  blocking: strings.failures.blocking,
  second_factor: strings.failures.secondFactor,
  moderator_quota: strings.failures.moderatorQuota,
  bot_quota: strings.failures.botQuota,
  room_quota: strings.failures.roomQuota,
  guests: strings.failures.noGuests,
  host_link: strings.failures.hostLinkOver,
  suspended: strings.failures.suspended,
  origin: strings.failures.foreignAddress({ origin: globalThis.location?.origin ?? '' }),
  registration_closed: strings.failures.registrationClosed,
  invitation: strings.failures.invitationOver,
  sheet_quota: strings.failures.sheetQuota,
  invitation_quota: strings.failures.tooManyInvitations,
};

/** A failure as text, with what to do next. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return strings.failures.server;
  if (error.problem !== undefined) return problems[error.problem] ?? strings.failures.unreachable;
  switch (error.code) {
    case 'RATE_LIMIT_EXCEEDED':
      return tooFast(error.details.reset);
    case 'AUTHORIZATION_ERROR':
      return refusalText(error);
    case 'VALIDATION_ERROR': {
      return issueText(error.details) ?? error.message;
    }
    case 'SERVER_ERROR':
      return strings.failures.server;
    case 'AUTHENTICATION_ERROR':
      return strings.failures.signedOut;
    case 'RESOURCE_NOT_FOUND':
      return strings.failures.notFound;
    case 'ROOM_NOT_FOUND':
      return strings.failures.noSuchRoom;
  }
}

/** The server's messages about fields, by field name; empty if there are none. */
export function fieldIssues(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError) || error.code !== 'VALIDATION_ERROR') return {};
  const issues: Record<string, string> = {};
  for (const each of error.details.errors ?? [error.details]) {
    const text = issueText(each);
    if (each.field !== undefined && text !== undefined) issues[each.field] ??= text;
  }
  return issues;
}

/** `details.reason`, if the server gave one. */
export function reasonOf(error: { readonly details: ErrorDetails }): string | undefined {
  return error.details.reason;
}

function refusalText(error: CallError): string {
  const reason = reasonOf(error) ?? '';
  const isForPro = error.details.required?.includes('pro') === true;
  return reasons[reason] ?? (isForPro ? strings.failures.forPro : strings.failures.notAllowed);
}

function tooFast(reset = 0): string {
  const seconds = Math.ceil(reset - Date.now() / 1000);
  return seconds > 0 && seconds <= 60 ? strings.failures.tooFastFor({ seconds }) : strings.failures.tooFast;
}

/** The text for a field's issue: the interface's own for its code, otherwise the server's. */
function issueText({ code, issue, min, max }: Partial<FieldIssue> | ErrorDetails): string | undefined {
  const text = code === undefined ? undefined : textFor(code, { min, max });
  return text ?? (issue === undefined ? undefined : sentence(issue));
}

type Bounds = Pick<Partial<FieldIssue>, 'min' | 'max'>;

interface Filled {
  readonly min: number;
  readonly max: number;
}

/** Undefined where the server's own words say it best. */
function textFor(code: string, { min, max }: Bounds): string | undefined {
  const texts: Readonly<Record<Exclude<IssueCode, 'unknown_field' | 'invalid'>, Text<Filled>>> = strings.issues;
  if (code === 'out_of_range' && min === undefined) return strings.issues.above({ max: max ?? 0 });
  if (code === 'out_of_range' && max === undefined) return strings.issues.below({ min: min ?? 0 });
  const text = Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : undefined;
  return text === undefined ? undefined : filled(text, { min: min ?? 1, max: max ?? 0 });
}

function sentence(issue: string): string {
  return `${issue.charAt(0).toUpperCase()}${issue.slice(1)}${issue.endsWith('.') ? '' : '.'}`;
}
