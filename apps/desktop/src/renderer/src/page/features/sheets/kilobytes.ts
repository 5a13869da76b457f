/** A size as it is shown, rounded up, so that what is too large never looks as if it fitted. */
export function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1_000);
}
