import type { GeneratedAvatar } from '../../../domain/avatar-path.ts';

/** The room's darkness: what is written on a player's hue is written in it. */
const ink = '#15110e';

/**
 * A picture for whoever has uploaded none: their initial on their hue. The name it is served under says all that is in
 * it, and only characters of usernames can be, so nothing is escaped.
 */
export function generatedAvatarSvg({ initial, color }: GeneratedAvatar): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="${color}"/>
<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="'Instrument Serif', Georgia, 'Times New Roman', serif" font-size="150" fill="${ink}">${initial}</text>
</svg>
`;
}
