import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useConversations } from '../../app/social/conversation-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
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
  const [isExporting, setExporting] = useState(false);
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
        {canDelete && <Button onClick={() => setExporting(true)}>{words.export}</Button>}
        {canDelete && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {words.delete}
          </Button>
        )}
      </div>
      <FailureNotice error={everywhere.error ?? undefined} />
      {isExporting && <ExportDialog asksPassword={hasPassword} onClose={() => setExporting(false)} />}
      {isDeleting && <DeleteDialog asksPassword={hasPassword} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

interface DeleteDialogProps {
  readonly asksPassword: boolean;
  readonly onClose: () => void;
}

/** Saves everything that the server has of the account as a file. */
function ExportDialog({ asksPassword, onClose }: DeleteDialogProps) {
  const { client } = useParts();
  const words = strings.account.leaving;
  const send = async (password: string) => {
    const { name, data } = await client.api.archive.export(asksPassword ? { password } : {});
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    saveFile(name, new Blob([bytes], { type: 'application/gzip' }));
    onClose();
  };
  const asked = { title: words.export, description: words.exportHint, act: words.export };
  return <ConfirmPassword {...asked} asksPassword={asksPassword} onClose={onClose} send={send} />;
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
