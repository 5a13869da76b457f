/** The result of a story that ran in another process or machine. */
export interface ToldStory {
  readonly title: string;
  /** The failure; undefined if there is none. */
  readonly problem?: string;
}

/** Runs a story and prints its result to standard output. */
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

/** The stories in a process's output. */
export function storiesIn(output: string): ToldStory[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{"title":') ? [JSON.parse(line) as ToldStory] : []));
}
