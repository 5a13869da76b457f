import type { PresenceName } from '@roomtone/sdk';
import type { ReactNode } from 'react';
import { PersonPicture } from '../../app/identity/person-picture.tsx';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import type { Person } from '../../app/social/messenger.ts';
import { Presence } from './presence.tsx';

interface PersonRowProps {
  readonly person: Pick<Person, 'userId' | 'username' | 'displayName'>;
  /** The path of the picture; read from the profile by default. */
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
export function PersonRow({ person, picture, presence, href, isCurrent, words, children }: PersonRowProps) {
  return (
    <li data-current={isCurrent || undefined}>
      <span className="person-picture">
        {picture === undefined ? (
          <PersonPicture name={person.displayName} user={person.userId} />
        ) : (
          <Picture name={person.displayName} path={picture} />
        )}
        {presence !== undefined && <Presence status={presence} />}
      </span>
      <span className="row-words">
        <Link
          className="row-name"
          href={href ?? pathTo('profile', { name: person.username })}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <bdi>{person.displayName}</bdi>
        </Link>
        <span className="muted">{words}</span>
      </span>
      <span className="row-acts">{children}</span>
    </li>
  );
}
