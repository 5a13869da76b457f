import { dataLines } from '../lines/index.ts';
import { prove } from '../prove.ts';

prove(dataLines);
