import type { FastifyBaseLogger } from 'fastify';
import type { App } from './server-types.ts';

/** Has each request make its own logger when it first says something: most never do, and making one takes its time. */
export function logOnDemand(app: App): void {
  app.setChildLoggerFactory(
    (logger, bindings, options) => new RequestLog(() => logger.child(bindings, options), logger),
  );
}

type Said = Parameters<FastifyBaseLogger['info']>;

class RequestLog implements FastifyBaseLogger {
  readonly level: string;
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger, { level }: FastifyBaseLogger) {
    this.#make = make;
    this.level = level;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...args);
  }
  fatal(...said: Said): void {
    this.#own.fatal(...said);
  }
  error(...said: Said): void {
    this.#own.error(...said);
  }
  warn(...said: Said): void {
    this.#own.warn(...said);
  }
  info(...said: Said): void {
    this.#own.info(...said);
  }
  debug(...said: Said): void {
    this.#own.debug(...said);
  }
  trace(...said: Said): void {
    this.#own.trace(...said);
  }
  silent(): void {}

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }
}
