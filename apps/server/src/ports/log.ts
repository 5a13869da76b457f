/** The server's log, for the host. It never gets a token, a password or a payload. */
export interface Log {
  info(o: object, msg: string): void;
  warn(o: object, msg: string): void;
  error(o: object, msg: string): void;
}
