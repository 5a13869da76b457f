import type { AuditEntry } from '@roomtone/sdk';
import { strings } from '../../strings.ts';

/** The details of an entry in words; none for most. */
export function detailTexts({ kind, details }: Pick<AuditEntry, 'kind' | 'details'>): string[] {
  const words = strings.audit;
  const { action, participant, roles, rolesBefore, reason, status, byCommand, roomId } = details;
  const texts: (string | undefined)[] = [
    (kind === 'moderation' || kind === 'second_factor_changed') && action !== undefined
      ? (words.actions[action] ?? action)
      : undefined,
    participant === undefined ? undefined : words.guestNumber(participant),
    kind === 'keys_rotated' && action === 'all' ? words.allKeys : undefined,
    roles === undefined ? undefined : words.roles((rolesBefore ?? []).join(', '), roles.join(', ')),
    status === undefined ? undefined : (words.subscription[status] ?? status),
    kind === 'sign_in_failed' && reason === 'locked' ? words.locked : reason,
    roomId === undefined ? undefined : words.room(roomId),
    byCommand === true ? words.byCommand : undefined,
  ];
  return texts.filter((text) => text !== undefined);
}
