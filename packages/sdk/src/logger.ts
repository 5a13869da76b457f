/** Where the SDK reports what no promise and no event reports. `console` is one. */
export interface Logger {
  /** Each change of a connection's state. */
  debug(message: string, ...details: unknown[]): void;
  /** The problems that the program's host should put right, such as an origin that the server does not allow. */
  warn(message: string, ...details: unknown[]): void;
  /** An error in one of the program's own handlers. */
  error(message: string, ...details: unknown[]): void;
}

/** The default: errors and warnings go to the console. */
export const consoleLogger: Logger = {
  debug: () => {},
  warn: (...told) => console.warn(...told),
  error: (...told) => console.error(...told),
};
