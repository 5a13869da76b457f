import { CallError } from '../connection/worker-client.ts';
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

/** A failure in words for people, with what to do next. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return strings.failures.server;
  if (error.problem !== undefined) return problems[error.problem] ?? strings.failures.unreachable;
  switch (error.code) {
    case 'RATE_LIMIT_EXCEEDED':
      return tooFast(error.details['reset']);
    case 'AUTHORIZATION_ERROR':
      return refusalText(error);
    case 'VALIDATION_ERROR': {
      const issue = error.details['issue'];
      return typeof issue === 'string' ? issueText(issue) : error.message;
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

/** What the server says is wrong with each field, by the field's name; empty when it says nothing of the kind. */
export function fieldIssues(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError) || error.code !== 'VALIDATION_ERROR') return {};
  const errors: unknown = error.details['errors'];
  const issues: Record<string, string> = {};
  for (const each of Array.isArray(errors) ? errors : [error.details]) {
    const { field, issue } = each as { field?: unknown; issue?: unknown };
    if (typeof field === 'string' && typeof issue === 'string') issues[field] ??= issueText(issue);
  }
  return issues;
}

/** `details.reason`, where the server gave one. */
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

/** The server's words about a field in those of the screens, or as they are. */
function issueText(issue: string): string {
  const [first = '', second = ''] = issue.match(/\d+/g) ?? [];
  return strings.issues[issue.replace(/\d+/g, '#')]?.(first, second) ?? sentence(issue);
}

function sentence(issue: string): string {
  return `${issue.charAt(0).toUpperCase()}${issue.slice(1)}${issue.endsWith('.') ? '' : '.'}`;
}
