import { playerColors } from '../../playing/stage/player-appearance.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useParts } from '../app-parts.ts';

interface PictureProps {
  readonly name: string;
  /** An `avatarUrl`, relative to the server's address; undefined while it is unknown. */
  readonly path: string | undefined;
  readonly size?: 'plain' | 'large';
}

/** The colour in the path of a picture that the server would draw: the initial of the name, which the page has the typeface for. */
const generated = /\/initial-.*([0-7])\.svg$/;

/** A user's avatar from the server, or their initial in their colour. */
export function Picture({ name, path, size = 'plain' }: PictureProps) {
  const { bridge } = useParts();
  const hue = path === undefined ? undefined : generated.exec(path)?.[1];
  if (hue !== undefined) return <Avatar name={name} color={playerColors[Number(hue)]?.color} size={size} />;
  return <Avatar name={name} src={path && new URL(path, bridge.baseUrl).href} size={size} />;
}
