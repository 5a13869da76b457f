/** ALSA's `client:port`, which changes from plug to plug, at the end of a name. */
const address = / \d+:\d+$/;

/** What our own ports are called in the lists of others: ordinary ones, and those that we make for players. */
const own = /^(RtMidi (Input|Output) Client:)?(RtMidi (Input|Output)$|Roomtone )/;

/** Ports that send back whatever they are sent. */
const loops = /^(Midi Through|IAC Driver|loopMIDI)/i;

/** What the port of a player is called. */
export function portNameOf(player: string): string {
  return `Roomtone ${player}`;
}

/**
 * Gives each port of the system's list the name by which a device is known from plug to plug, our own ports left out:
 * the system's name without its changing numbers. The second of a kind is called `… (2)`, and so on; who is still there
 * keeps its name when another of its kind goes.
 * @param listed the system's names, in its order.
 * @param before what the last call gave.
 * @returns names by the system's names; where those are the same, `#2` and so on is added to them.
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
  // In the system's order, for whoever shows the list.
  return new Map(
    ports.map((port) => {
      const name = named.get(port) ?? firstFree(withoutNumbers(port), taken);
      taken.add(name);
      return [port, name] as const;
    }),
  );
}

/** The system's names, told apart where they are the same: the second of a kind has `#2` at its end. */
export function distinct(listed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return listed.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}

/** Whether what is sent to this device may come back from it, so that it must not be heard while it is an output. */
export function isLoop(name: string): boolean {
  return loops.test(name);
}

/** A device's name as people read it: ALSA puts the client before the port, mostly the same word twice. */
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
