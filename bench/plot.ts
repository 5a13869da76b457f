import { figureTitles, type Report, type Row } from './report.ts';

const barHeight = 16;
const labelWidth = 250;
const chartWidth = 420;
const widest = 3;
const colors: Readonly<Record<string, string>> = {
  roomtone: '#d9822b',
  'raw-tcp': '#8a8a8a',
  'socket.io': '#5b7db1',
  colyseus: '#7a9e7e',
};

/** Ratios to raw-ws as bars with their intervals; shorter is better. Readable on light and dark pages. */
export function plot(report: Report): string {
  const rows = report.rows.filter(({ ratio, figure }) => ratio !== undefined && figure !== 'throughput');
  const groups = Map.groupBy(rows, ({ shape, figure }) => `${shape}: ${figureTitles[figure].replace(/,.*/, '')}`);
  const parts: string[] = [];
  let y = 30;
  for (const [title, bars] of groups) {
    parts.push(text(0, y + 12, title, 'start', 12));
    y += 18;
    for (const bar of bars) {
      parts.push(...drawBar(bar, y));
      y += barHeight + 2;
    }
    y += 8;
  }
  const width = labelWidth + chartWidth + 60;
  const one = position(1);
  const line = `<line x1="${one}" x2="${one}" y1="22" y2="${y}" stroke="#888" stroke-dasharray="3 3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 10}" width="${width}" font-family="system-ui, sans-serif" fill="#888">
<title>Roomtone and its peers as ratios to raw-ws; shorter is better</title>
${text(one, 14, 'raw-ws = 1', 'middle', 11)}
${line}
${parts.join('\n')}
</svg>
`;
}

function drawBar({ peer, ratio }: Row, y: number): string[] {
  const [low, middle, high] = ratio ?? [0, 0, 0];
  const centre = y + barHeight / 2;
  const end = position(middle);
  return [
    text(labelWidth - 8, centre + 4, peer, 'end', 11),
    `<rect x="${labelWidth}" y="${y}" width="${(end - labelWidth).toFixed(1)}" height="${barHeight}" rx="3" fill="${colors[peer] ?? '#888'}"/>`,
    `<line x1="${position(low)}" x2="${position(high)}" y1="${centre}" y2="${centre}" stroke="#222" stroke-width="1.5"/>`,
    text(Math.max(end, position(high)) + 6, centre + 4, middle.toFixed(2), 'start', 11),
  ];
}

function position(ratio: number): number {
  return Math.round((labelWidth + (Math.min(ratio, widest) / widest) * chartWidth) * 10) / 10;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', size: number): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}">${content}</text>`;
}
