import { limits } from '@roomtone/protocol';
import type { CreateRoomBody, RoomTypeName } from '@roomtone/protocol/rest';
import { useAccount } from '../account/account-store.ts';
import { useParts } from '../app-parts.ts';
import { navigate, roomPath } from '../router.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useServerForm } from '../ui/use-server-form.ts';

interface Values {
  room_name: string;
  room_type: RoomTypeName;
  password: string;
  /** As typed. */
  max_users: string;
}

/** Asks for what a new room needs, makes it and enters it. */
export function NewRoomDialog({ onClose }: { readonly onClose: () => void }) {
  const { room } = useParts();
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  const { register, submit, errorOf, failure, isBusy } = useServerForm<Values>({
    defaultValues: { room_name: '', room_type: 'public', password: '', max_users: '8' },
    send: async (values) => {
      const body = bodyOf(values);
      const roomId = await room.create(body);
      // Whoever made the room has just typed its password.
      room.enter(body.password ? { roomId, password: body.password } : { roomId });
      navigate(roomPath(roomId));
    },
  });
  const types: RoomTypeName[] = isPro ? ['public', 'private', 'pro'] : ['public', 'private'];
  return (
    <Dialog title={strings.newRoom.title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('room_name')}
          label={strings.newRoom.name}
          placeholder={strings.newRoom.namePlaceholder}
          maxLength={limits.roomName.max * 2}
          error={errorOf('room_name')}
          autoComplete="off"
        />
        <fieldset className="choices">
          <legend className="field-label">{strings.newRoom.who}</legend>
          {types.map((type) => (
            <label key={type} className="choice">
              <input type="radio" value={type} {...register('room_type')} />
              <span>
                {strings.newRoom.types[type].name}
                <span className="muted">{strings.newRoom.types[type].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="field-row">
          <TextField
            {...register('password')}
            type="password"
            label={strings.newRoom.password}
            error={errorOf('password')}
            autoComplete="new-password"
          />
          <TextField
            {...register('max_users')}
            type="number"
            label={strings.newRoom.maxUsers}
            min={limits.maxUsers.min}
            max={isPro ? limits.maxUsers.pro : limits.maxUsers.member}
            error={errorOf('max_users')}
          />
        </div>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <div className="form-actions">
          <Button kind="quiet" size="large" onClick={onClose}>
            {strings.ui.cancel}
          </Button>
          <Button type="submit" kind="main" size="large" busy={isBusy}>
            {strings.newRoom.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function bodyOf({ room_name, room_type, password, max_users }: Values): CreateRoomBody {
  return {
    room_name: room_name.trim(),
    room_type,
    ...(password === '' ? {} : { password }),
    ...(max_users === '' ? {} : { max_users: Number(max_users) }),
  };
}
