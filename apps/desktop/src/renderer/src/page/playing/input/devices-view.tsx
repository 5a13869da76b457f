import { shownName } from '../../../../../shared/device-names.ts';
import { roomStrings } from '../../room-strings.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useOutputs } from './midi-outputs.ts';
import { useMidi, useMutedInputs } from './midi-store.ts';
import './devices-view.css';

interface DevicesProps {
  /** The display names, by username, of the players who may get a channel of their own; empty outside rooms. */
  readonly players: ReadonlyMap<string, string>;
}

/** The MIDI keyboards in use, and the devices and programs that receive what the others play. */
export function DevicesView({ players }: DevicesProps) {
  const { status, inputs, busy, hasOutputs } = useMidi();
  if (status !== 'on') return null;
  return (
    <section className="devices" aria-labelledby="devices-title">
      <h3 id="devices-title">{roomStrings.devices.title}</h3>
      <Inputs names={inputs} busy={busy} />
      {busy.length > 0 && (
        <p className="muted">{isWindows ? roomStrings.devices.busyHelpWindows : roomStrings.devices.busyHelp}</p>
      )}
      {hasOutputs && <Outputs players={players} />}
    </section>
  );
}

/** On Windows only one program at a time can open most devices. */
const isWindows = /Windows/.test(navigator.userAgent);

function Inputs({ names, busy }: { readonly names: readonly string[]; readonly busy: readonly string[] }) {
  const muted = useMutedInputs((state) => state.names);
  if (names.length === 0) return <p className="muted">{roomStrings.devices.none}</p>;
  const set = (name: string, plays: boolean) => {
    const others = muted.filter((each) => each !== name);
    useMutedInputs.setState({ names: plays ? others : [...others, name] });
  };
  return names.map((name) => (
    <Switch
      key={name}
      label={roomStrings.devices.plays({ device: shownName(name) })}
      hint={busy.includes(name) ? roomStrings.devices.busy : undefined}
      checked={!muted.includes(name)}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  ));
}

function Outputs({ players }: DevicesProps) {
  const { synth, clock, hasPorts } = useOutputs();
  const { outputs, busy, canMakePorts } = useMidi();
  const words = roomStrings.devices;
  return (
    <>
      <Device
        label={words.synth}
        value={synth}
        names={outputs}
        busy={busy}
        onChange={(name) => useOutputs.setState({ synth: name })}
      />
      {synth !== null && <Channels players={players} />}
      <Device
        label={words.clock}
        value={clock}
        names={outputs}
        busy={busy}
        onChange={(name) => useOutputs.setState({ clock: name })}
      />
      {canMakePorts && (
        <Switch
          label={words.ports}
          hint={words.portsHint}
          checked={hasPorts}
          onChange={(event) => useOutputs.setState({ hasPorts: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** One output channel per player, stored by username so that it is the same next time. */
function Channels({ players }: DevicesProps) {
  const channels = useOutputs((state) => state.channels);
  const words = roomStrings.devices;
  const set = (player: string, value: string) => {
    const { [player]: _before, ...others } = channels;
    useOutputs.setState({ channels: value === '' ? others : { ...others, [player]: Number(value) } });
  };
  return Array.from(players, ([player, name]) => (
    <Select
      key={player}
      layout="row"
      label={words.channelOf({ player: name })}
      value={channels[player] ?? ''}
      options={[
        { value: '', name: words.asPlayed },
        ...channelNumbers.map((channel) => ({
          value: channel,
          name: channel === 0 ? words.leftOut : String(channel),
        })),
      ]}
      onChange={(event) => set(player, event.currentTarget.value)}
    />
  ));
}

const channelNumbers = Array.from({ length: 17 }, (_, channel) => channel);

interface DeviceProps {
  readonly label: string;
  readonly value: string | null;
  readonly names: readonly string[];
  readonly busy: readonly string[];
  readonly onChange: (name: string | null) => void;
}

/** One of the devices, or none. A chosen device stays chosen while it is unplugged. */
function Device({ label, value, names, busy, onChange }: DeviceProps) {
  const isAway = value !== null && !names.includes(value);
  return (
    <Select
      layout="row"
      label={label}
      value={value ?? ''}
      options={[
        { value: '', name: roomStrings.devices.nowhere },
        ...names.map((name) => ({
          value: name,
          name: busy.includes(name) ? roomStrings.devices.busyName({ device: shownName(name) }) : shownName(name),
        })),
        ...(isAway ? [{ value, name: roomStrings.devices.away({ device: shownName(value) }) }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}
