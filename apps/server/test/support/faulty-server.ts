import { onTestFinished } from 'vitest';
import { createFaults, type Faults } from '../../../../testing/faults/faults.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Faults for processes with this data directory. They end with the test, so that no process stays blocked. */
export function faultsIn(dataDir: string): Faults {
  const faults = createFaults({ below: dataDir, scratch: temporaryDirectory() });
  onTestFinished(() => {
    faults.clear();
    faults.close();
  });
  return faults;
}
