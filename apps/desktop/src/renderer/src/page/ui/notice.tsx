import type { ReactNode } from 'react';

/** A sentence about the whole form or screen. bad: something went wrong; it is announced immediately. */
export function Notice({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <p className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
