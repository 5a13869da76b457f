import Type from 'typebox';

export const HealthView = Type.Object({ status: Type.String(), timestamp: Type.String({ format: 'date-time' }) });
export type HealthView = Type.Static<typeof HealthView>;

export const ReadinessView = Type.Object({
  /** `down` while the storage does not answer; `degraded` while it can only be read. */
  status: Type.Enum(['ok', 'degraded', 'down']),
  timestamp: Type.String({ format: 'date-time' }),
});
export type ReadinessView = Type.Static<typeof ReadinessView>;

const Service = Type.Enum(['ok', 'down', 'disabled']);
/** `12.3%` */
const Percentage = Type.String({ pattern: '^\\d{1,3}\\.\\d%$' });

const Certificate = Type.Object({
  /** The signer: the server itself, somebody whose files the host has named, or an authority that the server asks. */
  source: Type.Enum(['self_signed', 'files', 'authority']),
  /** Null until an authority has signed one. */
  valid_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  /** The last attempt to renew it, if it failed. */
  last_failure: Type.Union([
    Type.Object({ time: Type.String({ format: 'date-time' }), reason: Type.String() }),
    Type.Null(),
  ]),
});

export const HealthDetailsView = Type.Object({
  /** Down when the database cannot be read; degraded when it cannot be written, or without another service. */
  status: Type.Enum(['ok', 'degraded', 'down']),
  timestamp: Type.String({ format: 'date-time' }),
  services: Type.Object({ database: Service, redis: Service, external_apis: Service }),
  /** Null over plain http. */
  certificate: Type.Union([Certificate, Type.Null()]),
  metrics: Type.Object({ active_connections: Type.Integer(), memory_usage: Percentage, cpu_usage: Percentage }),
});
export type HealthDetailsView = Type.Static<typeof HealthDetailsView>;
