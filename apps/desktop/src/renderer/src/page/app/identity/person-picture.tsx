import { Picture } from './picture.tsx';
import { usePerson } from './use-person.ts';

interface PersonPictureProps {
  readonly name: string;
  /** An id or username. */
  readonly user: string;
}

/** The picture of a user whose profile has yet to be read. */
export function PersonPicture({ name, user }: PersonPictureProps) {
  return <Picture name={name} path={usePerson(user).data?.avatarUrl} />;
}
