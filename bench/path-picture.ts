/** How long the parts of a note's path take, µs. */
export interface PathFigures {
  /** In the player's SDK: check, stamp, frame, write. Median. */
  readonly sendUs: number;
  /** In the server: read, check, stamp, frame, write. Mean. */
  readonly relayUs: number;
  /** From the player's hand to the listener's scheduler: median and 99th percentile. */
  readonly arrivalUs: number;
  readonly arrivalP99Us: number;
  /** From the player's hand to the sound, including the playout delay. Median. */
  readonly soundsUs: number;
  /** Share of the notes that were late. */
  readonly lateShare: number;
}

interface Part {
  readonly name: string;
  readonly us: number;
  readonly color: string;
}

const width = 760;
const left = 10;
const barWidth = width - 2 * left;

/** The parts side by side, as wide as they are long. Readable on light and dark pages. */
export function drawPath({ sendUs, relayUs, arrivalUs, arrivalP99Us, soundsUs }: PathFigures): string {
  const parts: Part[] = [
    { name: 'player’s SDK', us: sendUs, color: '#d9822b' },
    { name: 'server', us: relayUs, color: '#b5532a' },
    { name: 'sockets, system, listener’s SDK', us: arrivalUs - sendUs - relayUs, color: '#5b7db1' },
    { name: 'playout delay', us: soundsUs - arrivalUs, color: '#9aa37a' },
  ];
  const perUs = barWidth / soundsUs;
  let x = left;
  const bars: string[] = [];
  for (const [row, { name, us, color }] of parts.entries()) {
    const wide = Math.max(1, us * perUs);
    bars.push(`<rect x="${x.toFixed(1)}" y="30" width="${wide.toFixed(1)}" height="34" fill="${color}"/>`);
    bars.push(`<rect x="${left}" y="${84 + row * 20}" width="11" height="11" fill="${color}"/>`);
    bars.push(`<text x="${left + 18}" y="${94 + row * 20}" font-size="12">${name}: ${us.toFixed(0)} µs</text>`);
    x += wide;
  }
  const p99 = (left + arrivalP99Us * perUs).toFixed(1);
  const height = 90 + parts.length * 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" fill="#888">
<title>The parts of a note's path from the player's hand to the listener's ear</title>
<text x="${left}" y="18" font-size="12">From the hand to the sound on one machine: ${(soundsUs / 1000).toFixed(2)} ms; dashed: 99 of 100 notes are there</text>
${bars.join('\n')}
<line x1="${p99}" x2="${p99}" y1="24" y2="70" stroke="#888" stroke-dasharray="3 3"/>
</svg>
`;
}
