import { type CallOptions, callOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { AuditKind, AuditLogView } from '../views.ts';
import type { Send } from './send.ts';

export interface AuditLogOptions extends CallOptions {
  readonly kind?: AuditKind;
  /** The user concerned, or the one who did it: an id or a name. */
  readonly user?: string;
  /** ms since 1970; included. */
  readonly from?: number;
  /** ms since 1970; not included. */
  readonly to?: number;
  /** `next` of the page before. */
  readonly before?: string;
  /** Entries per page, 1 to 500; default 50. */
  readonly limit?: number;
}

/** The audit log. For admins. */
export function auditCalls(send: Send) {
  return {
    /** Newest first. */
    list: async (options: AuditLogOptions = {}): Promise<AuditLogView> => {
      checkKeys(options, `kind user from to before limit ${callOptions}`, 'auditLog.list()');
      const { kind, user, from, to, before, limit, ...rest } = options;
      const query = { kind, user, from: isoTime(from), to: isoTime(to), before, limit };
      return send({ method: 'GET', path: '/api/audit-log', query }, rest);
    },
  };
}

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
