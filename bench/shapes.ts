/** A kind of load. */
export type Shape =
  | ({ readonly kind: 'paced'; readonly name: string; readonly rooms: number; readonly participants: number } & {
      /** Notes per second that each sender plays. */
      readonly rate: number;
      /** Number of participants in each room that play; default all. */
      readonly senders?: number;
    })
  | {
      readonly kind: 'flood';
      readonly name: string;
      readonly participants: number;
      /** Notes that each participant plays as fast as its socket takes them; within the burst of Roomtone's quota. */
      readonly notes: number;
    }
  | { readonly kind: 'idle'; readonly name: string; readonly connections: number };

export const shapes: readonly Shape[] = [
  { kind: 'paced', name: '10×8 at 20/s', rooms: 10, participants: 8, rate: 20 },
  { kind: 'paced', name: '10×8 at 100/s', rooms: 10, participants: 8, rate: 100 },
  { kind: 'paced', name: '60×8 at 20/s', rooms: 60, participants: 8, rate: 20 },
  { kind: 'paced', name: 'one to 500', rooms: 1, participants: 500, rate: 50, senders: 1 },
  { kind: 'flood', name: 'flood', participants: 16, notes: 2_000 },
  { kind: 'idle', name: 'idle', connections: 1_000 },
];

/** Only measured when named: a larger ordinary room. */
export const extraShapes: readonly Shape[] = [
  { kind: 'paced', name: '5×16 at 20/s', rooms: 5, participants: 16, rate: 20 },
];

/** The loads of a quick run. */
export const quickShapes = ['10×8 at 100/s', 'one to 500', 'flood'];
