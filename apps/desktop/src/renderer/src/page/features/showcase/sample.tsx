import type { ReactNode } from 'react';

/** Components under a heading. */
export function Sample({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="sample">
      <h2>{name}</h2>
      <div className="sample-body">{children}</div>
    </div>
  );
}
