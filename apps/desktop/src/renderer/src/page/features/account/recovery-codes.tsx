import { useParts } from '../../app/app-parts.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { roomStrings } from '../../room-strings.ts';
import { appName, strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { notify } from '../../ui/toast-store.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows new recovery codes, which nobody can read again later. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { bridge } = useParts();
  const server = useServerView();
  const words = strings.account.secondFactor;
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    bridge.copyText(text).then(
      () => notify(words.codesCopied),
      () => notify(roomStrings.invite.copyFailed),
    );
  const download = () => {
    const title = words.codesOf({ server: server?.name ?? appName });
    saveFile(words.codesFile, new Blob([`${title}\n\n${text}`], { type: 'text/plain' }));
  };
  return (
    <div className="form">
      <ul className="recovery-codes" aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions recovery-actions">
        <Button kind="main" size="large" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button size="large" onClick={download}>
          {words.download}
        </Button>
        <Button size="large" onClick={onDone}>
          {words.saved}
        </Button>
      </div>
    </div>
  );
}
