import type { roomCatalogue as english } from '../english/room-catalogue.ts';
import { click } from './click.ts';
import { controls } from './controls.ts';
import { reading } from './reading.ts';
import { sheets } from './sheets.ts';
import { touch } from './touch.ts';
import { voice } from './voice.ts';

export const roomCatalogue: typeof english = { click, controls, reading, sheets, touch, voice };
