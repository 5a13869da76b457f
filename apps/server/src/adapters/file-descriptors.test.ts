import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { watchFileDescriptors } from './file-descriptors.ts';

test('S21.9: a process without a file descriptor left says so once, counts it, and says when there are some again', async () => {
  const said: string[] = [];
  const registry = new Registry();
  let failure: string | undefined;
  let look = async () => {};
  watchFileDescriptors({
    registry,
    log: {
      error: (_: object, message: string) => said.push(message),
      info: (_: object, message: string) => said.push(message),
    },
    tryOne: async () => {
      if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure });
    },
    every: (_, run) => {
      look = run;
      return () => {};
    },
  });
  const after = async (code: string | undefined) => {
    failure = code;
    await look();
    const [metric] = (await registry.getSingleMetric('roomtone_file_descriptor_shortages_total')?.get())?.values ?? [];
    return [metric?.value, said.length];
  };
  expect(await after(undefined)).toEqual([0, 0]);
  expect(await after('EMFILE')).toEqual([1, 1]);
  expect(await after('ENFILE')).toEqual([2, 1]);
  // Anything else, such as a sandbox, says nothing about descriptors.
  expect(await after('EACCES')).toEqual([2, 2]);
  expect(said[0]).toContain('LimitNOFILE');
});
