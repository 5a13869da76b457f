import { readFileSync, writeFileSync } from 'node:fs';
import type { Quantiles } from './measure.ts';
import { comparisonText, type LossReport, lossText } from './report.ts';

const head = '| room | loss | way | transit | hand to sound | late | bytes per note | CPU per note |';

/** Puts the figures of a run into docs/latency.md: the command's commit, the table, and what is compared. */
export function writeFigures(page: string, report: LossReport, command: string): void {
  const lines = readFileSync(page, 'utf8').split('\n');
  const at = lines.indexOf(head);
  if (at < 0) throw new Error(`${page} has no table that begins with ${head}`);
  const end = (from: number) => lines.indexOf('', from);
  const run = lines.findLastIndex((line, index) => index < at && line.startsWith('The picture and this table show'));
  lines[run] = `The picture and this table show the saved run (\`${command}\` at commit ${report.commit});`;
  lines.splice(at + 2, end(at) - at - 2, ...report.rows.map(tableRow));
  const compared = lines.indexOf('```text', at);
  const after = lines.indexOf('```', compared);
  lines.splice(compared + 1, after - compared - 1, ...comparisonText(report).split('\n'));
  writeFileSync(page, lines.join('\n'));
}

function tableRow(row: LossReport['rows'][number]): string {
  const cells = [
    row.players,
    lossText(row),
    row.transport,
    times(row.transitMs),
    times(row.soundMs),
    `${(row.lateShare * 100).toFixed(2)}%`,
    row.bytesPerDelivery.toFixed(0),
    `${row.cpuUsPerDelivery.toFixed(0)} µs`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function times({ p50, p95, p99, max }: Quantiles): string {
  return [p50, p95, p99, max].map((value) => value.toFixed(1)).join(' / ');
}
