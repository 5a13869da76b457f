import Type from 'typebox';

export const HealthView = Type.Object({ status: Type.String(), timestamp: Type.String({ format: 'date-time' }) });
export type HealthView = Type.Static<typeof HealthView>;
