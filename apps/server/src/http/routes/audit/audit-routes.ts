import { serviceLimits, validationError } from '@roomtone/protocol';
import { type AuditEntry, AuditLogQuery, AuditLogView, success } from '@roomtone/protocol/rest';
import { idAt } from '../../../application/ascending-ids.ts';
import type { AuditEntryRecord } from '../../../ports/audit-log.ts';
import type { Storage } from '../../../ports/storage.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime } from '../users/account-views.ts';

export interface AuditRoutesDeps {
  readonly storage: Pick<Storage, 'auditEntries'>;
  readonly authentication: Authentication;
}

/** The audit log, for admins (S25). */
export function auditRoutes(app: App, { storage, authentication }: AuditRoutesDeps): void {
  app.get(
    '/api/audit-log',
    {
      schema: {
        ...operation('readAuditLog', 'Read the audit log', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Admins only. Sign-ins, and what was done with rights, newest first. `from` is included, `to` is not; both filters ' +
            'and pages can be combined.',
        }),
        querystring: AuditLogQuery,
        response: { 200: success(AuditLogView) },
      },
      onRequest: adminOnly(authentication),
    },
    async (request) => {
      const { kind, user, from, to, before, limit = serviceLimits.auditLog.pageDefault } = request.query;
      const toId = idAtField('to', to);
      const beforeId = before !== undefined && (toId === undefined || before < toId) ? before : toId;
      const found = await storage.auditEntries({
        kind,
        user,
        fromId: idAtField('from', from),
        beforeId,
        limit: limit + 1,
      });
      const entries = found.slice(0, limit);
      const next = found.length > limit ? (entries.at(-1)?.entryId ?? null) : null;
      return succeed({ entries: entries.map(entryView), next });
    },
  );
}

function idAtField(field: string, time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const at = momentIn(time);
  if (at === undefined) throw validationError([{ field, issue: 'must be a date, or a date and time, of ISO 8601' }]);
  return idAt(at);
}

/** Date.parse() also reads years alone and other formats, and turns 30 February into 1 March. */
function momentIn(time: string): number | undefined {
  const [, date = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(time) ?? [];
  const day = Date.parse(date);
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return undefined;
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : at;
}

function entryView(entry: AuditEntryRecord): AuditEntry {
  return {
    entry_id: entry.entryId,
    happened_at: dateTime(entry.at),
    kind: entry.kind,
    user_id: entry.userId,
    username: entry.username,
    by_user_id: entry.byUserId,
    by_username: entry.byUsername,
    address: entry.address,
    details: entry.details,
  };
}
