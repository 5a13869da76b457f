import { click } from './click.ts';
import { controls } from './controls.ts';
import { reading } from './reading.ts';
import { sheets } from './sheets.ts';
import { touch } from './touch.ts';
import { voice } from './voice.ts';

/** Words that only rooms and settings need, in the manner of the other catalogue. */
export const roomCatalogue = { click, controls, reading, sheets, touch, voice };
