import type { PresenceName } from '@roomtone/sdk';

/** A user's presence as an icon beside its text; the shapes differ, too. */
export function Presence({ status }: { readonly status: PresenceName }) {
  return <i className="presence" data-status={status} aria-hidden="true" />;
}
