import { portNameOf } from '../../../../../shared/device-names.ts';
import type { OutputPlan } from '../../../../../shared/midi-messages.ts';

/** Where others' notes and the beat are sent, in addition to this machine's own sound. */
export interface OutputSettings {
  /** The name of the output that gets others' notes; null for none. */
  readonly synth: string | null;
  /** The name of the output that gets the beat as MIDI clock; null for none. */
  readonly clock: string | null;
  /** True if each player gets a port that other programs can read. */
  readonly hasPorts: boolean;
  /** By username: the synth's channel for their notes, 1 to 16, or 0 for none. */
  readonly channels: Readonly<Record<string, number>>;
}

/** A participant whose notes may be sent out. */
export interface OutputPlayer {
  readonly participantId: number;
  readonly username: string;
  readonly displayName: string;
  readonly guest: boolean;
}

/** In other programs' lists of ports. */
const loopsName = 'Loops';

/** The routing for these settings and players. */
export function planOf(settings: OutputSettings, players: readonly OutputPlayer[], self: number): OutputPlan {
  const { synth, clock, hasPorts, channels } = settings;
  const others = players.filter(({ participantId, guest }) => participantId !== self && !guest);
  const taken = new Set<string>();
  const portOf = (player: string) => {
    let name = portNameOf(player);
    // A user with two connections needs two names.
    for (let count = 2; taken.has(name); count++) name = `${portNameOf(player)} (${count})`;
    taken.add(name);
    return name;
  };
  return {
    synth,
    clock,
    channels: others.flatMap(({ participantId, username }) => {
      const channel = Object.hasOwn(channels, username) ? channels[username] : undefined;
      return channel === undefined ? [] : [[participantId, channel] as const];
    }),
    ports: hasPorts
      ? others.map(({ participantId, displayName }) => [participantId, portOf(displayName)] as const)
      : [],
    loopsPort: hasPorts && players.length > 0 ? portOf(loopsName) : null,
  };
}

/** Restores stored settings and drops what is invalid. */
export function outputsFrom(value: unknown): OutputSettings {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof OutputSettings, unknown>
  >;
  const name = (each: unknown) => (typeof each === 'string' ? each : null);
  const channels = typeof kept.channels === 'object' && kept.channels !== null ? Object.entries(kept.channels) : [];
  const isChannel = (channel: unknown): channel is number =>
    Number.isInteger(channel) && Number(channel) >= 0 && Number(channel) <= 16;
  return {
    synth: name(kept.synth),
    clock: name(kept.clock),
    hasPorts: kept.hasPorts === true,
    channels: Object.fromEntries(channels.filter((entry): entry is [string, number] => isChannel(entry[1]))),
  };
}
