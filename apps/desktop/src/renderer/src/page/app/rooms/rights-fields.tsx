import { roomSettings } from '@roomtone/protocol';
import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';
import type { ServerForm } from '../../ui/use-server-form.ts';
import type { RoomValues } from './room-values.ts';

const counts = [1, 2, 3, 4, 5, 6, 7, 8];
const seconds = [0, 60, 120, 180, 300, 600, 900, 1800];

/** Who may play, chat and set the metronome in a room (R23). */
export function RightsFields({ form }: { readonly form: ServerForm<RoomValues> }) {
  const { register, errorOf, watch } = form;
  const words = strings.turns.settings;
  const mayPlay = watch('settings.mayPlay');
  const current = Number(watch('settings.turnSeconds'));
  const offered = seconds.includes(current) ? seconds : [...seconds, current].sort((one, other) => one - other);
  return (
    <fieldset className="room-settings">
      <legend className="field-label">{words.legend}</legend>
      <Select
        {...register('settings.mayPlay')}
        label={words.mayPlay}
        hint={words.mayPlayHints[mayPlay]}
        options={roomSettings.mayPlay.names.map((value) => ({ value, name: words.mayPlays[value] }))}
      />
      {mayPlay === 'turns' && (
        <div className="rights-pair">
          <Select
            {...register('settings.turnPlayers')}
            label={words.turnPlayers}
            error={errorOf('settings.turnPlayers')}
            options={counts.map((value) => ({ value: String(value), name: words.turnPlayersOf(value) }))}
          />
          <Select
            {...register('settings.turnSeconds')}
            label={words.turnSeconds}
            error={errorOf('settings.turnSeconds')}
            options={offered.map((value) => ({ value: String(value), name: words.turnSecondsOf(value) }))}
          />
        </div>
      )}
      <Select
        {...register('settings.mayChat')}
        label={words.mayChat}
        options={roomSettings.mayChat.names.map((value) => ({ value, name: words.mayChats[value] }))}
      />
      <Select
        {...register('settings.maySetMetronome')}
        label={words.maySetMetronome}
        options={roomSettings.maySetMetronome.names.map((value) => ({ value, name: words.maySetMetronomes[value] }))}
      />
    </fieldset>
  );
}
