import type { PresenceStatusName } from '@roomtone/protocol/rest';

export type PresenceName = PresenceStatusName;

/** How present somebody is, as a sign beside words that say it: told apart by shape, too. */
export function Presence({ status }: { readonly status: PresenceName }) {
  return <i className="presence" data-status={status} aria-hidden="true" />;
}
