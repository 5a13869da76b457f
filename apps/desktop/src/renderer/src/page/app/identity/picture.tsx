import { Avatar } from '../../ui/avatar.tsx';
import { useParts } from '../app-parts.ts';

interface PictureProps {
  readonly name: string;
  /** An `avatarUrl`, relative to the server's address; undefined while it is unknown. */
  readonly path: string | undefined;
  readonly size?: 'plain' | 'large';
}

/** A user's avatar from the server; the initial is shown until it has loaded. */
export function Picture({ name, path, size = 'plain' }: PictureProps) {
  const { bridge } = useParts();
  return <Avatar name={name} src={path && new URL(path, bridge.baseUrl).href} size={size} />;
}
