import { limits, roomSettings } from '@roomtone/protocol';
import type { RoomType } from '@roomtone/sdk';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Choice, Choices } from '../../ui/choice.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ServerForm } from '../../ui/use-server-form.ts';
import { useKnowsPro, useMayUsePro } from '../identity/use-pro.ts';
import { useServerView } from '../servers/use-server-view.ts';
import type { RoomValues } from './room-values.ts';
import './room-form.css';

interface RoomFormProps {
  readonly form: ServerForm<RoomValues>;
  /** The label of the submit button. */
  readonly action: string;
  /** Shown below the password: an update can keep or remove it. */
  readonly passwordNote?: ReactNode;
  readonly passwordHint?: string;
  /** True for a new room, because a room's type never changes. */
  readonly isNew: boolean;
  /** Says which type an existing room has. */
  readonly typeNote?: string;
  /** Read-only. */
  readonly isLocked?: boolean;
  readonly onCancel: () => void;
}

/** All settings of a room; of a new one only its name and who may join until "More" is opened. Those that the user's role does not allow are shown with what would allow them. */
export function RoomForm({
  form,
  action,
  passwordNote,
  passwordHint,
  isNew,
  typeNote,
  isLocked = false,
  onCancel,
}: RoomFormProps) {
  const { register, submit, errorOf, failure, isBusy } = form;
  const mayUsePro = useMayUsePro();
  const knowsPro = useKnowsPro();
  const hasGuests = useServerView()?.guests !== 'off';
  const words = roomStrings.newRoom;
  const { member, pro } = limits.maxUsers;
  const more = (
    <>
      <div className="field-row">
        <TextField
          {...register('password')}
          type="password"
          label={words.password}
          hint={passwordHint}
          error={errorOf('password')}
          autoComplete="new-password"
        />
        <TextField
          {...register('maxUsers')}
          type="number"
          inputMode="numeric"
          label={words.maxUsers}
          hint={
            knowsPro && !mayUsePro
              ? words.upToOrPro({ most: member, pro })
              : words.upTo({ most: mayUsePro ? pro : member })
          }
          min={limits.maxUsers.min}
          max={mayUsePro ? pro : member}
          error={errorOf('maxUsers')}
        />
      </div>
      {passwordNote}
      <fieldset className="room-settings">
        <legend className="field-label">{words.inside}</legend>
        {hasGuests ? (
          <Switch {...register('settings.allowGuests')} label={words.guests} hint={words.guestsHint} />
        ) : (
          <p className="muted">{words.noGuests}</p>
        )}
        <Switch {...register('settings.allowChat')} label={words.chat} hint={words.chatHint} />
        <Switch {...register('settings.chatToWebhooks')} label={words.webhooks} hint={words.webhooksHint} />
        <Switch {...register('settings.autoModeration')} label={words.moderation} hint={words.moderationHint} />
        <Switch {...register('settings.allowDirect')} label={words.direct} hint={words.directHint} />
      </fieldset>
      <RightsFields form={form} />
      <Select
        {...register('settings.mayLoop')}
        label={words.loops}
        options={roomSettings.mayLoop.names.map((value) => ({ value, name: words.loopers[value] }))}
      />
      <TextArea
        {...register('settings.welcomeMessage')}
        label={words.welcome}
        hint={words.welcomeHint}
        rows={2}
        error={errorOf('settings.welcomeMessage')}
      />
    </>
  );
  return (
    <form className="form room-form" onSubmit={submit} noValidate>
      <fieldset className="form" disabled={isLocked}>
        <legend className="visually-hidden">{words.legend}</legend>
        <TextField
          {...register('roomName')}
          label={words.name}
          placeholder={words.namePlaceholder}
          maxLength={limits.roomName.max * 2}
          error={errorOf('roomName')}
          autoComplete="off"
        />
        {isNew && <TypeChoice form={form} mayUsePro={mayUsePro} />}
        {typeNote !== undefined && <p className="field-hint">{typeNote}</p>}
        {isNew ? <MoreSettings isOpen={hiddenErrors(errorOf)}>{more}</MoreSettings> : more}
      </fieldset>
      <FailureNotice error={failure} />
      {!isLocked && <FormActions act={action} isBusy={isBusy} onCancel={onCancel} />}
    </form>
  );
}

/** True if a setting under "More" has a problem, which has to be seen. */
function hiddenErrors(errorOf: ServerForm<RoomValues>['errorOf']): boolean {
  return (['password', 'maxUsers', 'settings.welcomeMessage'] as const).some((field) => errorOf(field) !== undefined);
}

interface MoreSettingsProps {
  /** True opens them; false leaves them as they are. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** The settings that few people change when they make a room. */
function MoreSettings({ isOpen, children }: MoreSettingsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && details.current !== null) details.current.open = true;
  }, [isOpen]);
  return (
    <details ref={details} className="disclosure room-more">
      <summary>
        <ChevronRight />
        {roomStrings.newRoom.more}
      </summary>
      <div className="form">{children}</div>
    </details>
  );
}

const types: readonly RoomType[] = ['public', 'private', 'pro'];

function TypeChoice({ form, mayUsePro }: { readonly form: ServerForm<RoomValues>; readonly mayUsePro: boolean }) {
  const words = roomStrings.newRoom;
  const knowsPro = useKnowsPro();
  // A room that is for Pro stays so.
  const shown = types.filter((type) => type !== 'pro' || knowsPro || form.getValues('roomType') === 'pro');
  return (
    <Choices legend={words.who} isRow>
      {shown.map((type) => (
        <Choice key={type} value={type} disabled={type === 'pro' && !mayUsePro} {...form.register('roomType')}>
          {words.types[type].name}
          <span className="muted">{type === 'pro' && !mayUsePro ? words.proNeeded : words.types[type].hint}</span>
        </Choice>
      ))}
    </Choices>
  );
}

const counts = [1, 2, 3, 4, 5, 6, 7, 8];
const seconds = [0, 60, 120, 180, 300, 600, 900, 1800];

/** The people who may play, chat and set the metronome in a room (R23). */
function RightsFields({ form }: { readonly form: ServerForm<RoomValues> }) {
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
            options={counts.map((value) => ({ value: String(value), name: words.turnPlayersOf({ count: value }) }))}
          />
          <Select
            {...register('settings.turnSeconds')}
            label={words.turnTime}
            error={errorOf('settings.turnSeconds')}
            options={offered.map((value) => ({ value: String(value), name: turnLength(value) }))}
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
      <Select
        {...register('settings.mayTalk')}
        label={words.mayTalk}
        options={roomSettings.mayTalk.names.map((value) => ({ value, name: words.mayTalks[value] }))}
      />
    </fieldset>
  );
}

function turnLength(seconds: number): string {
  const words = strings.turns.settings;
  if (seconds === 0) return words.unlimited;
  const minutes = seconds / 60;
  return Number.isInteger(minutes) ? words.turnMinutes({ minutes }) : words.turnSeconds({ seconds });
}
