import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';

interface BotTokenProps {
  readonly name: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows a bot's new token, which nobody can read again later. */
export function BotToken({ name, token, onClose }: BotTokenProps) {
  const { bridge } = useParts();
  const words = strings.account.bots;
  const copy = () =>
    bridge.copyText(token).then(
      () => notify(words.copied),
      () => notify(strings.invite.copyFailed),
    );
  return (
    <Dialog title={words.tokenOf(name)} description={words.tokenHint} onClose={onClose}>
      <div className="form">
        <code className="bot-token">{token}</code>
        <p className="muted">{words.tokenUse}</p>
        <div className="form-actions">
          <Button size="large" onClick={() => void copy()}>
            {words.copy}
          </Button>
          <Button kind="main" size="large" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
