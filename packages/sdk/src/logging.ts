import { decodeClientFrame, decodeServerFrame, type Message } from '@roomtone/protocol';
import type { Logger } from './logger.ts';
import type { Lines } from './transport/lines.ts';

/** Each level has all that the ones before it have. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'debug';

const levels: readonly LogLevel[] = ['silent', 'error', 'warn', 'debug'];

/** A logger for the client's option `logger`. @param to `console`, or a logger of the program. */
export function logAt(level: LogLevel, to: Logger = console): Logger {
  const most = levels.indexOf(level);
  if (most < 0) throw new TypeError(`there is no level \`${level}\`; it is one of ${levels.join(', ')}`);
  const at = (each: Exclude<LogLevel, 'silent'>) =>
    levels.indexOf(each) > most ? () => {} : (...told: [string, ...unknown[]]) => to[each](...told);
  return { error: at('error'), warn: at('warn'), debug: at('debug') };
}

/**
 * Writes every frame of a client's connections to a logger, decoded, as `→ chatCommand` and `← chatMessage` with their fields. Passwords and
 * tokens are left out. The returned function ends it.
 */
export function logFrames({ lines }: { readonly lines: Lines }, to: Pick<Logger, 'debug'> = console): () => void {
  let isOn = true;
  const log = (arrow: string, decode: (frame: Uint8Array) => Message | undefined, frame: Uint8Array) => {
    if (!isOn) return;
    try {
      const message = decode(frame);
      // A kind from a newer server.
      if (message === undefined) return to.debug(`${arrow} ${frame.length} bytes of an unknown kind`);
      const { kind, body, requestId, sequence } = message;
      to.debug(
        `${arrow} ${kind}`,
        shown({ ...(requestId > 0 && { requestId }), ...(sequence > 0 && { sequence }), ...body }),
      );
    } catch (error) {
      to.debug(`${arrow} ${frame.length} bytes that are no frame`, error);
    }
  };
  const stop = lines.watch((line) => {
    const { frame, send } = line;
    line.frame = (bytes) => {
      log('←', decodeServerFrame, bytes);
      frame(bytes);
    };
    line.send = (bytes) => {
      log('→', decodeClientFrame, bytes);
      send(bytes);
    };
  });
  return () => {
    isOn = false;
    stop();
  };
}

/** The same in plain data, without what nobody else may know. */
function shown(value: unknown): unknown {
  if (value instanceof Uint8Array) return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      /password|token|ticket/i.test(name) && field !== '' && typeof field === 'string' ? '(secret)' : shown(field),
    ]),
  );
}
