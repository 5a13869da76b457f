import { numbersIn } from '../numbers.ts';

export const { counted, figure, formFor, ordinal, percent, signed } = numbersIn('de');
