import { HealthView } from '@roomtone/protocol/rest';
import type { Clock } from '../ports.ts';
import type { App } from './server-types.ts';

/** `GET /health`, without an envelope: 200 means ready (decisions 1). */
export function healthRoute(app: App, { clock }: { clock: Pick<Clock, 'nowMs'> }): void {
  app.get('/health', { schema: { response: { 200: HealthView } } }, async () => ({
    status: 'ok',
    timestamp: new Date(clock.nowMs()).toISOString(),
  }));
}
