import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useConversations } from '../../app/social/conversation-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { useSignOutEverywhere } from './use-sessions.ts';

interface SignOutPanelProps {
  /** False for the local profile, which is deleted with its files. */
  readonly canDelete: boolean;
  /** False for an account that nobody can sign in to again. */
  readonly hasPassword: boolean;
}

/** Signs out here or everywhere, or deletes the account. */
export function SignOutPanel({ canDelete, hasPassword }: SignOutPanelProps) {
  const { account } = useParts();
  const [isDeleting, setDeleting] = useState(false);
  const words = strings.account.leaving;
  const everywhere = useSignOutEverywhere();
  return (
    <Panel title={hasPassword ? words.title : words.deleteTitle} hint={hasPassword ? undefined : words.noPassword}>
      <div className="leaving">
        {hasPassword && (
          <>
            <Button onClick={() => account.logout()}>{words.here}</Button>
            <Button busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
              {words.everywhere}
            </Button>
          </>
        )}
        {canDelete && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {words.delete}
          </Button>
        )}
      </div>
      <FailureNotice error={everywhere.error ?? undefined} />
      {isDeleting && <DeleteDialog asksPassword={hasPassword} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

interface DeleteDialogProps {
  readonly asksPassword: boolean;
  readonly onClose: () => void;
}

/** Asks for the password, because deletion cannot be undone. */
function DeleteDialog({ asksPassword, onClose }: DeleteDialogProps) {
  const { client, messenger } = useParts();
  const words = strings.account.leaving;
  const send = async (password: string) => {
    const { lines } = useConversations.getState();
    // The worker reports that the auth session ended, which leaves this screen.
    await client.api.account.delete(asksPassword ? password : undefined);
    // Direct messages are personal, too, and stored on this device only.
    messenger.delete(lines);
  };
  return (
    <ConfirmPassword
      title={words.deleteTitle}
      description={words.deleteHint}
      act={words.deleteNow}
      kind="danger"
      asksPassword={asksPassword}
      onClose={onClose}
      send={send}
    />
  );
}
