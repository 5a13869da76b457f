/** What a measurement puts on a server. */
export type Shape =
  | ({ readonly kind: 'paced'; readonly name: string; readonly rooms: number; readonly members: number } & {
      /** Notes a second that each sender plays. */
      readonly rate: number;
      /** Members of each room that play; all of them unless given. */
      readonly senders?: number;
    })
  | {
      readonly kind: 'flood';
      readonly name: string;
      readonly members: number;
      /** Notes that each member plays as fast as its socket takes them; within the burst that Roomtone's quota allows. */
      readonly notes: number;
    }
  | { readonly kind: 'idle'; readonly name: string; readonly connections: number };

export const shapes: readonly Shape[] = [
  { kind: 'paced', name: '10×8 at 20/s', rooms: 10, members: 8, rate: 20 },
  { kind: 'paced', name: '10×8 at 100/s', rooms: 10, members: 8, rate: 100 },
  { kind: 'paced', name: '60×8 at 20/s', rooms: 60, members: 8, rate: 20 },
  { kind: 'paced', name: 'one to 500', rooms: 1, members: 500, rate: 50, senders: 1 },
  { kind: 'flood', name: 'flood', members: 16, notes: 2_000 },
  { kind: 'idle', name: 'idle', connections: 1_000 },
];

/** The shapes of a quick look. */
export const quickShapes = ['10×8 at 100/s', 'one to 500', 'flood'];
