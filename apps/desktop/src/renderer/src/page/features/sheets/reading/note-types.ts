const quarters: Readonly<Record<string, number>> = {
  maxima: 32,
  long: 16,
  breve: 8,
  whole: 4,
  half: 2,
  quarter: 1,
  eighth: 1 / 2,
  '16th': 1 / 4,
  '32nd': 1 / 8,
  '64th': 1 / 16,
  '128th': 1 / 32,
  '256th': 1 / 64,
};

/** A note's length by its name, in quarter notes; undefined if there is no such name. */
export function lengthOfType(type: string, dots: number): number | undefined {
  const length = quarters[type];
  return length === undefined ? undefined : length * (2 - 0.5 ** Math.min(4, dots));
}
