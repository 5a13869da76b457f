import { Avatar as Radix } from 'radix-ui';

interface AvatarProps {
  readonly name: string;
  /** A player's colour. */
  readonly color?: string | undefined;
  /** The address of the user's avatar; the initial is shown until it has loaded. */
  readonly src?: string | undefined;
  readonly size?: 'plain' | 'large';
}

/** A user's avatar or initial, in their colour if they have one. The name is next to it, so screen readers skip it. */
export function Avatar({ name, color, src, size = 'plain' }: AvatarProps) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '';
  const classes = ['avatar', color === undefined ? 'quiet' : '', size === 'large' ? 'large' : ''];
  return (
    <Radix.Root
      className={classes.filter((each) => each !== '').join(' ')}
      style={color === undefined ? {} : { '--player': color }}
      aria-hidden="true"
    >
      {src !== undefined && src !== '' && <Radix.Image src={src} alt="" draggable={false} />}
      <Radix.Fallback>{initial}</Radix.Fallback>
    </Radix.Root>
  );
}
