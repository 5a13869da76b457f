import type { MidiMessage } from '../src/index.ts';

/**
 * Everything that is wrong with a MidiMessage, written to be obviously right: it splits the bytes first, then checks
 * the rules of R5.8 one by one. The wording is that of midiIssue.
 */
export function midiProblems(message: MidiMessage): string[] {
  const { offsets } = message;
  const { events, problem } = parse([...message.data]);
  const problems = problem === undefined ? [] : [problem];
  if (offsets.length === 0) problems.push('has no events');
  if (offsets.length > 256) problems.push('has more than 256 events');
  if (offsets.some((offset) => offset > 1_000_000)) problems.push('has an offset over 1,000,000 µs');
  const ascending = [...offsets].sort((a, b) => a - b);
  if (offsets.some((offset, index) => offset !== ascending[index])) problems.push('has offsets that decrease');
  if (events.length < offsets.length) problems.push('has fewer events than offsets');
  // Anything after the last offset's event is one event too many, whatever it is.
  const claimed = events.slice(0, offsets.length).flat().length;
  if (claimed < message.data.length) problems.push('has more events than offsets');
  return problems;
}

function parse(bytes: number[]): { events: number[][]; problem?: string } {
  const events: number[][] = [];
  while (bytes.length > 0) {
    const kind = (bytes[0] ?? 0) >> 4;
    if (kind < 8 || kind > 14) return { events, problem: 'has a byte that is no channel voice status' };
    const event = bytes.splice(0, kind === 12 || kind === 13 ? 2 : 3);
    if (event.length < (kind === 12 || kind === 13 ? 2 : 3)) return { events, problem: 'ends within an event' };
    if (event.slice(1).some((byte) => byte > 127)) return { events, problem: 'has a data byte over 127' };
    events.push(event);
  }
  return { events };
}
