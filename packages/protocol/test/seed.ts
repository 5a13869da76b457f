import fc from 'fast-check';

/** The seed of every property test, so that failures are reproducible. ROOMTONE_TEST_SEED sets another one. */
export const seed = Number(process.env['ROOMTONE_TEST_SEED'] ?? 20_251_121);

/** Makes fast-check use the seed, and prints it once per file. */
export function fixSeed(): void {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
  process.stdout.write(`property tests: seed ${seed}\n`);
}
