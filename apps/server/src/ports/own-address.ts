/** Tells participants at which address they are reached from outside (STUN). */
export interface OwnAddress {
  readonly port: number;
  /** Listens from now on, unless it does already; a port that cannot be opened is reported once. */
  open(): void;
  close(): void;
}
