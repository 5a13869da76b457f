import Type from 'typebox';
import { limits } from '../limits.ts';

/** The shapes of both names in the answers of REST. */
export const restNames = { username: Type.String(), display_name: Type.String() } as const;

/** The shape of a display name in the bodies of REST; "" where nothing is chosen. */
export const DisplayName = Type.String({
  description:
    `1 to ${limits.displayName.max} characters as people count them, in any script, after trimming; "" for the username. No invisible, control or ` +
    'bidirectional-override characters, and no word with letters of two alphabets that look alike.',
});
