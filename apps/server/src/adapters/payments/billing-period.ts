/** Returns the same time of day a month or a year later, in UTC. A month after 31 January is the last day of February. */
export function periodEnd(startMs: number, interval: 'month' | 'year'): number {
  const start = new Date(startMs);
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const end = new Date(startMs);
  end.setUTCFullYear(Math.floor(months / 12), months % 12, Math.min(start.getUTCDate(), lastDay));
  return end.getTime();
}
