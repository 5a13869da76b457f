import Type from 'typebox';

export const HealthView = Type.Object({ status: Type.String(), timestamp: Type.String({ format: 'date-time' }) });
export type HealthView = Type.Static<typeof HealthView>;

const Service = Type.Enum(['ok', 'down', 'disabled']);
/** `12.3%` */
const Percentage = Type.String({ pattern: '^\\d{1,3}\\.\\d%$' });

export const HealthDetailsView = Type.Object({
  /** "down" without the database, "degraded" without another service. */
  status: Type.Enum(['ok', 'degraded', 'down']),
  timestamp: Type.String({ format: 'date-time' }),
  services: Type.Object({ database: Service, redis: Service, external_apis: Service }),
  metrics: Type.Object({ active_connections: Type.Integer(), memory_usage: Percentage, cpu_usage: Percentage }),
});
export type HealthDetailsView = Type.Static<typeof HealthDetailsView>;
