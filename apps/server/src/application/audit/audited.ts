// Parts of the application whose use is recorded in the audit log.
import { RoomtoneError } from '@roomtone/protocol';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { LoginLock } from '../accounts/login-lock.ts';
import type { Sessions } from '../accounts/sessions.ts';

/** Records every auth session that starts, however somebody signed in. */
export function auditedSessions(sessions: Sessions, audit: AuditRecorder): Sessions {
  return {
    ...sessions,
    async start(user, remembered, from) {
      const started = await sessions.start(user, remembered, from);
      audit.record({ kind: 'sign_in', userId: user.userId, address: from.address });
      return started;
    },
  };
}

/** Records every sign-in that fails or is refused because the name is locked. */
export function auditedLoginLock(loginLock: LoginLock, audit: AuditRecorder): LoginLock {
  return {
    async try(login, attempt, isDone) {
      const failed = { kind: 'sign_in_failed', login: login.name, address: login.address } as const;
      try {
        const result = await loginLock.try(login, attempt, isDone);
        if (result === undefined) audit.record(failed);
        return result;
      } catch (error) {
        if (error instanceof RoomtoneError && error.code === 'RATE_LIMIT_EXCEEDED') {
          audit.record({ ...failed, details: { reason: 'locked' } });
        }
        throw error;
      }
    },
  };
}
