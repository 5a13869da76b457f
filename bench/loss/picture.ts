import type { Row, Transport } from './measure.ts';
import { type LossReport, lossText } from './report.ts';

const panelWidth = 330;
const panelHeight = 210;
const left = 44;
const top = 66;
const gap = 56;
const colors: Readonly<Record<Transport, string>> = { WebSocket: '#5b7db1', datagrams: '#d9822b', direct: '#3f9a5f' };
const grid = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const lowest = 5;
const highest = 2000;

interface Panel {
  readonly title: string;
  readonly timesOf: (row: Row) => { readonly p50: number; readonly p99: number };
}

const panels: readonly Panel[] = [
  { title: 'Hand to the listener’s machine, ms', timesOf: ({ transitMs }) => transitMs },
  { title: 'Hand to sound, ms', timesOf: ({ soundMs }) => soundMs },
];

/** Times by loss for rooms of two, or the smallest rooms there are. Readable on light and dark pages. */
export function drawLoss({ rows, delayMs, jitterMs, eventsPerSecond }: LossReport): string {
  const players = Math.min(...rows.map((row) => row.players));
  const shown = rows.filter((row) => row.players === players);
  const kinds = [...new Set(shown.map(lossText))];
  const width = left + panels.length * panelWidth + (panels.length - 1) * gap + 16;
  const height = top + panelHeight + 52;
  const parts = panels.flatMap((panel, index) => drawPanel(panel, shown, kinds, left + index * (panelWidth + gap)));
  const intro = `Rooms of ${players}, ${eventsPerSecond} events per second each, ${delayMs} to ${delayMs + jitterMs} ms each way`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" fill="#888">
<title>How packet loss delays notes</title>
${text(left, 14, intro, 'start', 12)}
${drawLegend([...new Set(shown.map(({ transport }) => transport))])}
${parts.join('\n')}
</svg>
`;
}

function drawLegend(transports: readonly Transport[]): string {
  const entries = transports.flatMap((transport) => [
    { label: `${transport}, p99`, color: colors[transport], dash: '' },
    { label: `${transport}, p50`, color: colors[transport], dash: '4 4' },
  ]);
  return entries
    .map(({ label, color, dash }, index) => {
      const x = left + index * 130;
      return `<line x1="${x}" x2="${x + 22}" y1="30" y2="30" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>${text(x + 28, 34, label, 'start', 11)}`;
    })
    .join('\n');
}

function drawPanel({ title, timesOf }: Panel, rows: readonly Row[], kinds: readonly string[], x: number): string[] {
  const step = panelWidth / kinds.length;
  const xOf = (kind: string) => x + (kinds.indexOf(kind) + 0.5) * step;
  const parts = [text(x, top - 10, title, 'start', 12)];
  for (const ms of grid) {
    const y = yOf(ms);
    parts.push(`<line x1="${x}" x2="${x + panelWidth}" y1="${y}" y2="${y}" stroke="#888" stroke-opacity="0.25"/>`);
    parts.push(text(x - 6, y + 4, String(ms), 'end', 10));
  }
  for (const kind of kinds) parts.push(text(xOf(kind), top + panelHeight + 16, kind, 'middle', 10));
  parts.push(text(x + panelWidth / 2, top + panelHeight + 36, 'packets lost; ×3: three in a row', 'middle', 11));
  for (const transport of ['WebSocket', 'datagrams'] as const) {
    for (const [quantile, dash] of [
      ['p50', '4 4'],
      ['p99', ''],
    ] as const) {
      const points = rows
        .filter((row) => row.transport === transport)
        .map((row) => ({ x: xOf(lossText(row)), y: yOf(timesOf(row)[quantile]), isBurst: row.burst > 1 }));
      parts.push(...drawLine(points, colors[transport], dash));
    }
  }
  return parts;
}

/** Single losses are one line, bursts another. */
function drawLine(
  points: readonly { readonly x: number; readonly y: number; readonly isBurst: boolean }[],
  color: string,
  dash: string,
): string[] {
  const lines = [false, true].map((isBurst) => {
    const path = points.filter((point) => point.isBurst === isBurst).map(({ x, y }) => `${x.toFixed(1)},${y}`);
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`;
  });
  return [...lines, ...points.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y}" r="2.5" fill="${color}"/>`)];
}

function yOf(ms: number): number {
  const share = Math.log(Math.min(highest, Math.max(lowest, ms)) / lowest) / Math.log(highest / lowest);
  return Math.round((top + panelHeight * (1 - share)) * 10) / 10;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', size: number): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" font-size="${size}">${content}</text>`;
}
