import fc from 'fast-check';

/** The seed of every property test here, so that a failure comes again. ROOMTONE_TEST_SEED tries another one. */
export const seed = Number(process.env['ROOMTONE_TEST_SEED'] ?? 20_251_121);

/** Makes fast-check use the seed, and says so once a file. */
export function fixSeed(): void {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
  process.stdout.write(`property tests: seed ${seed}\n`);
}
