import type { GeneratedAvatar } from '../../../domain/avatar-path.ts';

/** The app's dark background color, used for text on a player's color. */
const ink = '#15110e';

/**
 * Draws the picture of a users who have uploaded none: their initial on their color. Both come from the come from the name under and
 The can only hold characters a usernames, so nothing has to be escaping.
 */
export function generatedAvatarSvg({ initial, color }: GeneratedAvatar): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="${color}"/>
<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="'Instrument Serif', Georgia, 'Times New Roman', serif" font-size="150" fill="${ink}">${initial}</text>
</svg>
`;
}
