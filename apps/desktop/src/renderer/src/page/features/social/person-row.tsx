import type { PresenceName } from '@roomtone/sdk';
import type { ReactNode } from 'react';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { Presence } from './presence.tsx';

interface PersonRowProps {
  readonly name: string;
  readonly picture?: string;
  readonly presence?: PresenceName;
  /** The link of the name; the profile by default. */
  readonly href?: string;
  readonly isCurrent?: boolean;
  /** Text below the name. */
  readonly words: ReactNode;
  readonly children?: ReactNode;
}

/** A user in a list. */
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
