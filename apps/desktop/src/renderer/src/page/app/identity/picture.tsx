import { Avatar } from '../../ui/avatar.tsx';
import { useParts } from '../app-parts.ts';

interface PictureProps {
  readonly name: string;
  /** An `avatar_url`: a path from the server's address; undefined while it is not known. */
  readonly path: string | undefined;
  readonly size?: 'plain' | 'large';
}

/** A person's picture as the server has it, their initial until it is there. */
export function Picture({ name, path, size = 'plain' }: PictureProps) {
  const { bridge } = useParts();
  return <Avatar name={name} src={path && new URL(path, bridge.baseUrl).href} size={size} />;
}
