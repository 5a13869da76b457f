import { numbersIn } from '../numbers.ts';

export const { counted, figure, formFor, percent, signed } = numbersIn('de');
