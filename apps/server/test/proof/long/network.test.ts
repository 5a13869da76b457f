import { networkLines } from '../lines/index.ts';
import { prove } from '../prove.ts';

prove(networkLines);
