import type { AuditDetails, AuditKind } from '@roomtone/protocol/rest';

/** Something that the audit log records. Storage adds the names of the users. */
export interface AuditEvent {
  readonly kind: AuditKind;
  /** The user concerned. */
  readonly userId?: string;
  /** The name or email by which somebody tried to sign in. It is never stored, because it may be a mistyped password. */
  readonly login?: string;
  /** The name of a user who is gone from storage. */
  readonly username?: string;
  /** The user who did it, if it was somebody else. */
  readonly byUserId?: string;
  readonly address?: string;
  readonly details?: AuditDetails;
}

/** An event as it is written. */
export interface NewAuditEntry extends AuditEvent {
  /** Unique, and ascending with the time. */
  readonly entryId: string;
  /** ms since 1970. */
  readonly at: number;
}

export interface AuditEntryRecord {
  readonly entryId: string;
  readonly at: number;
  readonly kind: AuditKind;
  readonly userId: string;
  readonly username: string;
  readonly byUserId: string;
  readonly byUsername: string;
  readonly address: string;
  readonly details: AuditDetails;
}

/** Absent fields do not restrict it. */
export interface AuditRequest {
  readonly kind?: AuditKind | undefined;
  /** An id or a name. */
  readonly user?: string | undefined;
  /** Entry ids: from the first on, and before the second. */
  readonly fromId?: string | undefined;
  readonly beforeId?: string | undefined;
  readonly limit: number;
}

export interface AuditStorage {
  addAuditEntries(entries: readonly NewAuditEntry[]): Promise<void>;

  /** Newest first. */
  auditEntries(request: AuditRequest): Promise<readonly AuditEntryRecord[]>;

  /** Removes all but the newest `kept` entries, and those before `beforeId` if given. */
  pruneAuditEntries(kept: number, beforeId?: string): Promise<void>;
}

/** Records events; never waits and never throws. */
export interface AuditRecorder {
  record(event: AuditEvent): void;
}
