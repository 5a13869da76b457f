/** The log of realtime/. It never receives a token, a password or a payload. */
export interface Log {
  info(o: object, msg: string): void;
  warn(o: object, msg: string): void;
  error(o: object, msg: string): void;
}
