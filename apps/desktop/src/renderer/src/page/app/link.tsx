import type { AnchorHTMLAttributes } from 'react';
import { navigate } from './router.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
}

/** A link to another route of this page. Clicks with a modifier key work as in any page. */
export function Link({ href, children, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
}
