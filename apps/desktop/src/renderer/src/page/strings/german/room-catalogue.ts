import type { roomCatalogue as english } from '../english/room-catalogue.ts';
import { controls } from './controls.ts';
import { reading } from './reading.ts';
import { sheets } from './sheets.ts';
import { voice } from './voice.ts';

export const roomCatalogue: typeof english = { controls, reading, sheets, voice };
