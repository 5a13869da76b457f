/** The result of a story that ran in another process or machine. */
export interface StoryResult {
  readonly title: string;
  /** The failure; undefined if there is none. */
  readonly problem?: string;
}

/** Runs a story and prints its result to standard output. */
export async function runStory(title: string, story: () => Promise<void>): Promise<void> {
  let problem: string | undefined;
  try {
    await story();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const result: StoryResult = { title, ...(problem !== undefined && { problem }) };
  console.log(JSON.stringify(result));
}

/** The results in a process's output. */
export function resultsIn(output: string): StoryResult[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{"title":') ? [JSON.parse(line) as StoryResult] : []));
}
