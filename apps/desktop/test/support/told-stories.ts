/** How a story went that was told in another process or machine. */
export interface ToldStory {
  readonly title: string;
  /** What went wrong; undefined: nothing. */
  readonly problem?: string;
}

/** Runs a story and says on standard output how it went. */
export async function tellStory(title: string, story: () => Promise<void>): Promise<void> {
  let problem: string | undefined;
  try {
    await story();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const told: ToldStory = { title, ...(problem !== undefined && { problem }) };
  console.log(JSON.stringify(told));
}

/** The stories among what a process said. */
export function storiesIn(output: string): ToldStory[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{"title":') ? [JSON.parse(line) as ToldStory] : []));
}
