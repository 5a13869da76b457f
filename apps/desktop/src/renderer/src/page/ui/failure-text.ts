import type { IssueCode } from '@roomtone/protocol';
import { CallError } from '../../contract/call-error.ts';
import { strings } from '../strings.ts';

const problems: Readonly<Record<string, string>> = {
  unreachable: strings.failures.unreachable,
  timeout: strings.failures.timeout,
  'not-joined': strings.failures.notJoined,
  unconfirmed: strings.failures.unconfirmed,
};

const reasons: Readonly<Record<string, string>> = {
  muted: strings.failures.muted,
  not_friends: strings.failures.notFriends,
  blocked: strings.failures.blocked,
  blocking: strings.failures.blocking,
  registration_closed: strings.failures.registrationClosed,
};

/** A failure as text, with what to do next. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return strings.failures.server;
  if (error.problem !== undefined) return problems[error.problem] ?? strings.failures.unreachable;
  switch (error.code) {
    case 'RATE_LIMIT_EXCEEDED':
      return tooFast(error.details['reset']);
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
  const errors: unknown = error.details['errors'];
  const issues: Record<string, string> = {};
  for (const each of Array.isArray(errors) ? errors : [error.details]) {
    const { field } = each as { readonly field?: unknown };
    const text = issueText(each);
    if (typeof field === 'string' && text !== undefined) issues[field] ??= text;
  }
  return issues;
}

/** `details.reason`, if the server gave one. */
export function reasonOf(error: { readonly details: Readonly<Record<string, unknown>> }): string | undefined {
  const reason = error.details['reason'];
  return typeof reason === 'string' ? reason : undefined;
}

function refusalText(error: CallError): string {
  const reason = reasonOf(error) ?? '';
  const required: unknown = error.details['required'];
  const isForPro = Array.isArray(required) && required.includes('pro');
  if (reason === 'room_quota') return isForPro ? strings.failures.roomQuotaPro : strings.failures.roomQuota;
  return reasons[reason] ?? (isForPro ? strings.failures.forPro : strings.failures.notAllowed);
}

function tooFast(reset: unknown): string {
  const seconds = typeof reset === 'number' ? Math.ceil(reset - Date.now() / 1000) : 0;
  return seconds > 0 && seconds <= 60 ? strings.failures.tooFastFor(seconds) : strings.failures.tooFast;
}

/** The text for a field's issue: the interface's own for its code, otherwise the server's. */
function issueText(said: Readonly<Record<string, unknown>>): string | undefined {
  const { code, issue } = said;
  const words = typeof code === 'string' && isIssueCode(code) ? strings.issues[code] : undefined;
  const text = words?.({ min: bound(said['min']), max: bound(said['max']) });
  return text ?? (typeof issue === 'string' ? sentence(issue) : undefined);
}

function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(strings.issues, code);
}

/** A number, which the realtime connection sends as text. */
function bound(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function sentence(issue: string): string {
  return `${issue.charAt(0).toUpperCase()}${issue.slice(1)}${issue.endsWith('.') ? '' : '.'}`;
}
