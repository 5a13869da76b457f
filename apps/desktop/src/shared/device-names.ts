/** ALSA's `client:port` at the end of a name, which changes each time a device is plugged in. */
const address = / \d+:\d+$/;

/** The names of our own ports in other programs' lists: ordinary ones, and those created for players. */
const own = /^(RtMidi (Input|Output) Client:)?(RtMidi (Input|Output)$|Roomtone )/;

/** Ports that echo whatever they are sent. */
const loops = /^(Midi Through|IAC Driver|loopMIDI)/i;

/** The name of a player's port. */
export function portNameOf(player: string): string {
  return `Roomtone ${player}`;
}

/**
 * Gives each port in the system's list a stable name, leaving out our own ports: the system's name without its changing
 * numbers. The second device of the same model is called `… (2)`, and so on; a device that stays keeps its name when
 * another one goes.
 * @param listed the system's names, in its order.
 * @param before the result of the last call.
 * @returns stable names by the system's names; equal ones of those have `#2` and so on appended.
 */
export function nameDevices(
  listed: readonly string[],
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const ports = distinct(listed).filter((port) => !own.test(withoutNumbers(port)));
  const named = new Map<string, string>();
  for (const port of ports) {
    const name = before.get(port);
    if (name !== undefined) named.set(port, name);
  }
  const taken = new Set(named.values());
  // In the system's order, for lists on screen.
  return new Map(
    ports.map((port) => {
      const name = named.get(port) ?? firstFree(withoutNumbers(port), taken);
      taken.add(name);
      return [port, name] as const;
    }),
  );
}

/** The system's names made distinct: the second of two equal ones ends in `#2`. */
export function distinct(listed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return listed.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}

/** True if what is sent to this device may come back from it, so that it must not be heard while it is an output. */
export function isLoop(name: string): boolean {
  return loops.test(name);
}

/** A device's name for display: ALSA puts the client before the port, usually the same word twice. */
export function shownName(name: string): string {
  const [client = '', port = ''] = splitOnce(name, ':');
  return port !== '' && port.startsWith(client) ? port : name;
}

function withoutNumbers(port: string): string {
  return port.replace(/#\d+$/, '').replace(address, '');
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) if (!taken.has(`${name} (${count})`)) return `${name} (${count})`;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
