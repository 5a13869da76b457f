import { logOutput, peopleOutput } from '../adapters/log/line-output.ts';
import type { LineOutput } from '../ports/line-output.ts';

/** Where the process writes. The server waits for neither. */
export interface Outputs {
  /** Takes the server's log, as JSON. */
  readonly log: LineOutput;
  readonly people: LineOutput;
}

/** Makes the outputs over two file descriptors. */
export function openOutputs(descriptors: { readonly log: number; readonly people: number }): Outputs {
  return { log: logOutput(descriptors.log), people: peopleOutput(descriptors.people) };
}
