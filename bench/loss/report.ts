import type { Loss, Quantiles, Row } from './measure.ts';

export interface LossReport {
  /** ISO 8601. */
  readonly date: string;
  readonly commit: string;
  readonly players: 'Node' | 'Chromium';
  /** The link's delay each way, and up to how much longer a packet takes. */
  readonly delayMs: number;
  readonly jitterMs: number;
  /** The piece that every player plays. */
  readonly eventsPerSecond: number;
  /** In each case. */
  readonly people: number;
  /** How long each case was measured. */
  readonly seconds: number;
  readonly seed: number;
  readonly rows: Row[];
}

const columns = ['transport', 'room', 'loss', 'transit p50/p95/p99/max', 'hand to sound', 'late', 'in stalls'] as const;
const more = ['lost', 'doubled', 'B/note', 'UDP', 'CPU µs', 'MiB', 'disturbed'] as const;
const widths = [10, 5, 10, 25, 25, 8, 9, 6, 8, 7, 5, 7, 6, 9];

export function titleText({ delayMs, jitterMs, eventsPerSecond, seconds, seed, players, people }: LossReport): string {
  return (
    `${people} players in ${players}, ${eventsPerSecond} events per second each, over ${delayMs} to ${delayMs + jitterMs} ms ` +
    `each way; ${seconds} s each, seed ${seed}. Times in ms.\n${line([...columns, ...more])}`
  );
}

/** One line: also says if the machine was too busy for its figures to mean much. */
export function rowText(row: Row): string {
  return line([
    row.transport,
    `${row.players}`,
    lossText(row),
    quantilesText(row.transitMs),
    quantilesText(row.soundMs),
    percent(row.lateShare),
    row.lateInStallsShare === undefined ? '' : percent(row.lateInStallsShare),
    `${row.lost}`,
    `${row.doubled}`,
    row.bytesPerDelivery.toFixed(0),
    `${(row.udpShare * 100).toFixed(0)}%`,
    row.cpuUsPerDelivery.toFixed(0),
    row.residentMiB.toFixed(0),
    `${(row.disturbed * 100).toFixed(1)}%`,
    ...(row.reconnects > 0 ? [`${row.reconnects} reconnects`] : []),
  ]);
}

/** Datagrams beside the WebSocket without loss, and with the same loss in the same run: one line for each loss. */
export function comparisonText({ rows, people }: Pick<LossReport, 'rows' | 'people'>): string {
  const find = (transport: Row['transport'], { players, percent: loss, burst }: Row, percentLost = loss) =>
    rows.find(
      (row) =>
        row.transport === transport &&
        row.players === players &&
        row.percent === percentLost &&
        (percentLost === 0 || row.burst === burst),
    );
  return rows
    .filter(({ transport }) => transport !== 'WebSocket')
    .map((row) => {
      const lossless = find(row.transport, row, 0);
      const webSocket = find('WebSocket', row);
      const longer = (quantile: 'p50' | 'p95') =>
        lossless === undefined ? '?' : (row.soundMs[quantile] - lossless.soundMs[quantile]).toFixed(1);
      const times = (figure: 'bytesPerDelivery' | 'cpuUsPerDelivery') =>
        webSocket === undefined ? '?' : (row[figure] / webSocket[figure]).toFixed(2);
      const moreKiB = ((row.residentMiB - (webSocket?.residentMiB ?? Number.NaN)) * 1024) / people;
      return (
        `${row.transport}, room of ${row.players}, ${lossText(row)}: hand to sound ${longer('p50')} / ${longer('p95')} ms longer than without loss ` +
        `(p50 / p95), ${percent(Math.max(0, row.lateShare - (row.lateInStallsShare ?? 0)))} late outside stalls; ${times('bytesPerDelivery')} times the ` +
        `bytes and ${times('cpuUsPerDelivery')} times the CPU of the WebSocket` +
        // The library itself would be most of what fewer take.
        (people < 100 ? '' : `, ${moreKiB.toFixed(0)} KiB more for each player`)
      );
    })
    .join('\n');
}

/** Such as `1%`, or `1% ×3` for bursts of three. */
export function lossText({ percent, burst }: Loss): string {
  return burst === 1 ? `${percent}%` : `${percent}% ×${burst}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

function quantilesText({ p50, p95, p99, max }: Quantiles): string {
  return [p50, p95, p99, max].map((value) => value.toFixed(1)).join(' / ');
}

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ');
}
