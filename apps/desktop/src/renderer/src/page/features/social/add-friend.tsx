import { limits } from '@roomtone/protocol';
import { UserRoundPlus } from 'lucide-react';
import { CallError } from '../../../contract/call-error.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Sends a friend request by name. */
export function AddFriend() {
  const { sendRequest } = useFriendActions();
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: { user: '' },
    send: async ({ user }) => {
      await sendRequest(user.trim());
      reset({ user: '' });
    },
  });
  return (
    <form className="add-friend" onSubmit={submit} noValidate>
      <TextField
        {...register('user')}
        label={strings.friends.add}
        placeholder={strings.friends.addHint}
        maxLength={limits.username.max}
        error={errorOf('user')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" busy={isBusy}>
        <UserRoundPlus />
        {strings.friends.ask}
      </Button>
      <FailureNotice error={failure} textOf={requestFailureText} />
    </form>
  );
}

function requestFailureText(error: unknown): string {
  const isUnknownUser = error instanceof CallError && error.code === 'RESOURCE_NOT_FOUND';
  return isUnknownUser ? strings.profile.notFound : failureText(error);
}
