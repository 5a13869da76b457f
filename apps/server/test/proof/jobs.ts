/**
 * Runs jobs, so many at a time; rejects with the first failure once none is under way any more.
 * @param jobs what mostly waits: at once they take less time and not much more of the machine.
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
