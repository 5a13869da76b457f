import { onTestFinished } from 'vitest';
import { createFaults, type Faults } from '../../../../testing/faults/faults.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Faults for processes that have this data directory; they are off when the test ends, so that nothing hangs on. */
export function faultsIn(dataDir: string): Faults {
  const faults = createFaults({ below: dataDir, scratch: temporaryDirectory() });
  onTestFinished(() => {
    faults.clear();
    faults.close();
  });
  return faults;
}
