import type { HealthDetailsView } from '@roomtone/sdk';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { dateText, figure, momentText, percent, timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Flow, flowBetween, type MetricsReading, readMetrics } from './metrics.ts';

const tones = { ok: 'good', degraded: 'bad', down: 'bad', disabled: 'plain' } as const;

/** The server's health report. */
export function HealthPanel() {
  const { data, error, refetch, dataUpdatedAt } = useHealth();
  const words = strings.host;
  if (data === undefined) {
    return (
      <Panel title={words.health} className="waiting">
        {error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Panel>
    );
  }
  return (
    <>
      <Panel title={words.health} action={<Badge tone={tones[data.status]}>{words.states[data.status]}</Badge>}>
        {error !== null && <Notice tone="bad">{words.stale({ time: timeText(dataUpdatedAt) })}</Notice>}
        <Figures metrics={data.metrics} />
      </Panel>
      <Panel title={words.services}>
        <ul className="rows">
          {Object.entries(data.services).map(([name, state]) => (
            <li key={name}>
              <span className="row-words">
                {words.serviceNames[name as keyof HealthDetailsView['services']] ?? name}
              </span>
              <Badge tone={tones[state]}>{words.serviceStates[state]}</Badge>
            </li>
          ))}
          {data.certificate && <Certificate of={data.certificate} />}
        </ul>
      </Panel>
    </>
  );
}

/** Until when the certificate is valid, and why it was not renewed. */
function Certificate({ of }: { readonly of: NonNullable<HealthDetailsView['certificate']> }) {
  const words = strings.host.certificate;
  const { validUntil, lastFailure } = of;
  return (
    <li>
      <span className="row-words">
        {validUntil === null ? words.none : words.validUntil({ date: dateText(validUntil) })}
        {lastFailure !== null && (
          <span className="muted">
            {words.failed({ time: momentText(lastFailure.time), reason: lastFailure.reason })}
          </span>
        )}
      </span>
      <Badge tone={lastFailure === null ? 'good' : 'bad'}>
        {lastFailure === null ? words.states.ok : words.states.failed}
      </Badge>
    </li>
  );
}

function Figures({ metrics }: { readonly metrics: HealthDetailsView['metrics'] }) {
  const words = strings.host.figures;
  const { data: rooms } = useRoomCount();
  const flow = useMetrics();
  return (
    <>
      <dl className="facts">
        <Fact name={words.connections} value={figure(metrics.activeConnections)} />
        {flow && <Fact name={words.rooms} value={figure(flow.rooms)} />}
        <Fact name={words.allRooms} value={rooms === undefined ? '–' : figure(rooms)} />
        <Fact name={words.memory} value={percentText(metrics.memoryUsage)} />
        <Fact name={words.cpu} value={percentText(metrics.cpuUsage)} />
        {flow && (
          <>
            <Fact name={words.notesIn} value={rate(flow.notesIn)} />
            <Fact name={words.notesOut} value={rate(flow.notesOut)} />
            <Fact
              name={words.relay}
              value={
                flow.relayMs === undefined
                  ? '–'
                  : strings.host.ms({ ms: figure(flow.relayMs, flow.relayMs < 1 ? 2 : 1) })
              }
            />
            <Fact name={words.dropped} value={figure(flow.notesDropped)} />
          </>
        )}
      </dl>
      {flow === null && <p className="muted no-metrics">{strings.host.noMetrics}</p>}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function rate(perSecond: number | undefined): string {
  return perSecond === undefined ? '–' : figure(perSecond, perSecond < 10 && perSecond > 0 ? 1 : 0);
}

/** @param percentage as the server writes it: `12.3%`. */
function percentText(percentage: string): string {
  return percent(Number.parseFloat(percentage) / 100, 1);
}

const refreshMs = 5_000;

/** The server's health, refreshed slowly while it is on screen. */
function useHealth() {
  const { client } = useParts();
  return useQuery({
    queryKey: ['health'],
    queryFn: () => client.call('health', null),
    refetchInterval: refreshMs,
    retry: false,
  });
}

/** The number of public rooms. */
function useRoomCount() {
  const { client } = useParts();
  return useQuery({
    queryKey: ['room-count'],
    queryFn: async () => (await client.api.rooms.list({ limit: 1 })).pagination.total,
    refetchInterval: refreshMs * 2,
  });
}

/** Rates of rooms and notes; null if the server does not publish its metrics. */
function useMetrics(): Flow | null | undefined {
  const { bridge } = useParts();
  const before = useRef<MetricsReading>(undefined);
  const { data } = useQuery({
    queryKey: ['metrics'],
    queryFn: async () => {
      const answer = await fetch(new URL('/metrics', bridge.baseUrl)).catch(() => undefined);
      if (answer?.ok !== true) return null;
      const now = readMetrics(await answer.text(), performance.now());
      const flow = flowBetween(before.current, now);
      before.current = now;
      return flow;
    },
    refetchInterval: refreshMs,
    retry: false,
  });
  return data;
}
