import { quickLines } from '../lines/index.ts';
import { prove } from '../prove.ts';

prove(quickLines);
