import { musicLines } from './lines/index.ts';
import { prove } from './prove.ts';

prove(musicLines);
