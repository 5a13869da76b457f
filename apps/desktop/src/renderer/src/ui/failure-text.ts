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
      return reasons[reasonOf(error) ?? ''] ?? strings.failures.notAllowed;
    case 'VALIDATION_ERROR': {
      const issue = error.details['issue'];
      return typeof issue === 'string' ? sentence(issue) : error.message;
    }
    case 'SERVER_ERROR':
      return strings.failures.server;
    default:
      return error.message;
  }
}

/** What the server says is wrong with each field, by the field's name; empty when it says nothing of the kind. */
export function fieldIssues(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError) || error.code !== 'VALIDATION_ERROR') return {};
  const errors: unknown = error.details['errors'];
  const issues: Record<string, string> = {};
  for (const each of Array.isArray(errors) ? errors : [error.details]) {
    const { field, issue } = each as { field?: unknown; issue?: unknown };
    if (typeof field === 'string' && typeof issue === 'string') issues[field] ??= sentence(issue);
  }
  return issues;
}

/** `details.reason`, where the server gave one. */
export function reasonOf(error: { readonly details: Readonly<Record<string, unknown>> }): string | undefined {
  const reason = error.details['reason'];
  return typeof reason === 'string' ? reason : undefined;
}

function tooFast(reset: unknown): string {
  const seconds = typeof reset === 'number' ? Math.ceil(reset - Date.now() / 1000) : 0;
  return seconds > 0 && seconds <= 60 ? strings.failures.tooFastFor(seconds) : strings.failures.tooFast;
}

function sentence(issue: string): string {
  return `${issue.charAt(0).toUpperCase()}${issue.slice(1)}${issue.endsWith('.') ? '' : '.'}`;
}
