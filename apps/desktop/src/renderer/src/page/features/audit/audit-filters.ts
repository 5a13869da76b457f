import type { AuditKind, AuditLogOptions } from '@roomtone/sdk';

/** The filters as their fields have them; "" stands for none. */
export interface AuditFilters {
  readonly kind: AuditKind | '';
  readonly user: string;
  /** A day, such as `2026-11-25`. */
  readonly from: string;
  /** The last day that is shown. */
  readonly to: string;
}

export const noFilters: AuditFilters = { kind: '', user: '', from: '', to: '' };

/** What to ask the server for. Days begin and end by this device's clock. */
export function requestOf({ kind, user, from, to }: AuditFilters): AuditLogOptions {
  const name = user.trim();
  return {
    ...(kind === '' ? {} : { kind }),
    ...(name === '' ? {} : { user: name }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  };
}

function startOf(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
