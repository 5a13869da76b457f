import { limits } from '@roomtone/protocol';
import type { CreateRoomBody, RoomTypeName } from '@roomtone/protocol/rest';
import { X } from 'lucide-react';
import { useAccount } from '../account/account-store.ts';
import { useParts } from '../app-parts.ts';
import { navigate, roomPath } from '../router.ts';
import { strings } from '../strings.ts';
import { Field } from '../ui/field.tsx';
import { textOf, useForm } from '../ui/use-form.ts';

/** Asks for what a new room needs, makes it and enters it. */
export function NewRoomDialog({ onClose }: { readonly onClose: () => void }) {
  const { room } = useParts();
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  const { isBusy, issues, failure, onSubmit } = useForm(
    async (values) => {
      const body = bodyOf(values);
      const roomId = await room.create(body);
      // Whoever made the room has just typed its password.
      room.enter(body.password ? { roomId, password: body.password } : { roomId });
      navigate(roomPath(roomId));
    },
    ['room_name', 'password', 'max_users'],
  );
  const types: RoomTypeName[] = isPro ? ['public', 'private', 'pro'] : ['public', 'private'];
  return (
    <dialog
      className="dialog"
      aria-labelledby="new-room-title"
      ref={(dialog) => {
        if (dialog?.isConnected && !dialog.open) dialog.showModal();
      }}
      onClose={onClose}
    >
      <div className="dialog-head">
        <h2 id="new-room-title">{strings.newRoom.title}</h2>
        <button type="button" className="icon-button" aria-label={strings.newRoom.close} onClick={onClose}>
          <X />
        </button>
      </div>
      <form className="form" onSubmit={onSubmit} noValidate>
        <Field
          name="room_name"
          label={strings.newRoom.name}
          placeholder={strings.newRoom.namePlaceholder}
          maxLength={limits.roomName.max * 2}
          error={issues['room_name']}
          autoComplete="off"
        />
        <fieldset className="choices">
          <legend className="field-label">{strings.newRoom.who}</legend>
          {types.map((type) => (
            <label key={type} className="choice">
              <input type="radio" name="room_type" value={type} defaultChecked={type === 'public'} />
              <span>
                {strings.newRoom.types[type].name}
                <span className="muted">{strings.newRoom.types[type].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="field-row">
          <Field
            name="password"
            type="password"
            label={strings.newRoom.password}
            error={issues['password']}
            autoComplete="new-password"
          />
          <Field
            name="max_users"
            type="number"
            label={strings.newRoom.maxUsers}
            min={limits.maxUsers.min}
            max={isPro ? limits.maxUsers.pro : limits.maxUsers.member}
            defaultValue={8}
            error={issues['max_users']}
          />
        </div>
        {failure !== undefined && (
          <p className="notice" role="alert">
            {failure}
          </p>
        )}
        <div className="form-actions">
          <button type="button" className="button quiet large" onClick={onClose}>
            {strings.newRoom.cancel}
          </button>
          <button type="submit" className="button main large" disabled={isBusy}>
            {strings.newRoom.create}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function bodyOf(values: FormData): CreateRoomBody {
  const password = textOf(values, 'password');
  const maxUsers = Number(textOf(values, 'max_users'));
  return {
    room_name: textOf(values, 'room_name').trim(),
    // The radio buttons offer these values alone; the server checks in any case.
    room_type: textOf(values, 'room_type') as RoomTypeName,
    ...(password === '' ? {} : { password }),
    ...(textOf(values, 'max_users') === '' ? {} : { max_users: maxUsers }),
  };
}
