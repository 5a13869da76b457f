import { playerColors } from '../../playing/stage/player-appearance.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useParts } from '../app-parts.ts';

interface PictureProps {
  readonly name: string;
  /** An `avatarUrl`, relative to the server's address; undefined while it is unknown. */
  readonly path: string | undefined;
  /** Their colour in a room, which may differ from their own; undefined outside. */
  readonly color?: string | undefined;
  readonly size?: 'plain' | 'large';
}

/** The colour in the path of a picture that the server would draw: the initial of the name, which the page has the typeface for. */
const generated = /\/initial-.*([0-7])\.svg$/;

/** A user's avatar from the server, or their initial in their colour. */
export function Picture({ name, path, color, size = 'plain' }: PictureProps) {
  const { bridge } = useParts();
  const own = pictureColor(path);
  if (own !== undefined) return <Avatar name={name} color={color ?? own} size={size} />;
  return <Avatar name={name} src={path && new URL(path, bridge.baseUrl).href} size={size} />;
}

/** The colour of a picture that the server would draw; undefined for any other. */
export function pictureColor(path: string | undefined): string | undefined {
  const hue = path === undefined ? undefined : generated.exec(path)?.[1];
  return hue === undefined ? undefined : playerColors[Number(hue)]?.color;
}
