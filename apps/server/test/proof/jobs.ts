/**
 * Runs jobs, `atOnce` at a time; rejects with the first failure once no job is running any more.
 * @param jobs should mostly wait, so that running several at a time hardly loads the machine.
 */
export async function runJobs(atOnce: number, jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...jobs];
  const failures: unknown[] = [];
  const next = async () => {
    for (let job = left.shift(); job !== undefined && failures.length === 0; job = left.shift()) {
      await job().catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  if (failures.length > 0) throw failures[0];
}
