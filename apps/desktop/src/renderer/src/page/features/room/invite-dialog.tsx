import type { RoomInfo } from '@roomtone/sdk';
import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { pathTo } from '../../app/router.ts';
import { useInvitations } from '../../app/servers/use-invitations.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AdmitSection, useMayAdmit } from './admit-section.tsx';
import { finishStep } from './first-run-store.ts';
import './invite.css';

interface InviteDialogProps {
  readonly room: RoomInfo;
  readonly onClose: () => void;
}

/** The room's invitation: to copy, to share where the device can, and as a QR code. */
export function InviteDialog({ room, onClose }: InviteDialogProps) {
  const { bridge } = useParts();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const words = strings.invite;
  useEffect(() => finishStep('invited'), []);
  const [token, setToken] = useState<string>();
  const isClosed = useServerView()?.guests === 'off';
  const mayAdmit = useMayAdmit(room);
  const { link, isOnlyHere } = useInvitations()(room.roomId, token);
  const admit = (made: string | undefined) => {
    setToken(made);
    setOutcome(undefined);
  };
  const copy = () =>
    bridge.copyText(link).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const share = () => {
    // Cancelling is not a failure.
    navigator.share({ title: shownRoomName(room.roomName), url: link }).catch(() => {});
  };
  let said = '';
  if (outcome !== undefined) said = outcome === 'copied' ? words.copied : words.copyFailed;
  return (
    <Dialog
      title={words.title(isolated(shownRoomName(room.roomName)))}
      description={hintOf(room, isClosed && token === undefined)}
      className="invite-dialog"
      onClose={onClose}
    >
      <TextField label={words.link} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div className="invite-actions">
        <Button kind="main" size="large" onClick={copy}>
          {outcome === 'copied' ? <Check /> : <Copy />}
          {words.copy}
        </Button>
        {'share' in navigator && (
          <Button size="large" onClick={share}>
            <Share2 />
            {words.share}
          </Button>
        )}
        <span className="muted" role="status">
          {said}
        </span>
      </div>
      {mayAdmit && <AdmitSection room={room} onToken={admit} isAdmitting={token !== undefined} />}
      {isOnlyHere ? (
        <p className="muted">
          {words.onlyHere}{' '}
          <Link className="linked" href={pathTo('host')}>
            {strings.host.hosting.open}
          </Link>
        </p>
      ) : (
        <figure className="invite-code">
          <QrCode text={link} label={words.code} />
          <figcaption className="muted">{words.codeHint}</figcaption>
        </figure>
      )}
    </Dialog>
  );
}

/** Says what else somebody needs to join, apart from the link. @param isClosed true if the server lets in no guests. */
function hintOf({ hasPassword, settings }: RoomInfo, isClosed: boolean): string {
  const words = strings.invite;
  const needed = [];
  if (hasPassword) needed.push(words.password);
  needed.push(isClosed || settings?.allowGuests === false ? words.membersOnly : words.guestsToo);
  return needed.join(' ');
}
