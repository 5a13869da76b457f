import type { ReactNode } from 'react';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { Presence, type PresenceName } from './presence.tsx';

interface PersonRowProps {
  readonly name: string;
  readonly picture?: string;
  readonly presence?: PresenceName;
  /** Where the name leads to; the profile unless told otherwise. */
  readonly href?: string;
  readonly isCurrent?: boolean;
  /** A few words below the name. */
  readonly words: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Somebody in a list. */
export function PersonRow({ name, picture, presence, href, isCurrent, words, children }: PersonRowProps) {
  return (
    <li data-current={isCurrent || undefined}>
      <span className="person-picture">
        <Picture name={name} path={picture} />
        {presence !== undefined && <Presence status={presence} />}
      </span>
      <span className="row-words">
        <Link
          className="row-name"
          href={href ?? pathTo('profile', { name })}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="muted">{words}</span>
      </span>
      <span className="row-acts">{children}</span>
    </li>
  );
}
