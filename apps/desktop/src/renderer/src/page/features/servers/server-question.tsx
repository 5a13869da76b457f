import { filled } from '@roomtone/words';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ServerQuestion } from './server-store.ts';

interface ServerQuestionProps {
  readonly question: ServerQuestion;
  readonly isBusy: boolean;
  /** Trusts the server and opens it. */
  readonly onTrust: (address: string, fingerprint: string | null) => void;
  /** Returns to the choice. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** A question or message before anything is sent to a server. */
export function ServerQuestionDialog({ question, isBusy, onTrust, onBack, onClose }: ServerQuestionProps) {
  const words = strings.servers.questions[question.kind];
  const address = 'address' in question ? question.address : '';
  return (
    <Dialog
      title={words.title}
      description={filled(words.hint, { address })}
      className="server-question"
      onClose={onClose}
    >
      <Keys question={question} />
      <div className="form-actions">
        {question.kind === 'first' && (
          <>
            <Button size="large" onClick={onBack}>
              {strings.servers.stayAway}
            </Button>
            <Button kind="main" size="large" busy={isBusy} onClick={() => onTrust(address, question.fingerprint)}>
              {strings.servers.isSame}
            </Button>
          </>
        )}
        {question.kind === 'plain' && (
          <>
            <Button kind="danger" size="large" busy={isBusy} onClick={() => onTrust(address, null)}>
              {strings.servers.goUnprotected}
            </Button>
            <Button kind="main" size="large" onClick={onBack}>
              {strings.servers.stayAway}
            </Button>
          </>
        )}
        {question.kind !== 'first' && question.kind !== 'plain' && (
          <Button kind="main" size="large" onClick={onBack}>
            {strings.servers.back}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Keys({ question }: { readonly question: ServerQuestion }) {
  const words = strings.servers;
  switch (question.kind) {
    case 'first':
      return <Fingerprint of={question.fingerprint} />;
    case 'changed':
    case 'not-as-invited':
      return (
        <div className="form">
          <Notice tone="bad">{words.nothingSent}</Notice>
          <Fingerprint
            of={question.expected}
            label={question.kind === 'changed' ? words.fingerprintBefore : words.fingerprintInInvitation}
          />
          {question.fingerprint === null ? (
            <p className="muted">{words.noFingerprint}</p>
          ) : (
            <Fingerprint of={question.fingerprint} label={words.fingerprintNow} />
          )}
          {question.kind === 'changed' && <p className="muted">{words.changedHow}</p>}
        </div>
      );
    case 'plain':
    case 'no-answer':
    case 'no-permission':
    case 'not-an-address':
      return null;
  }
}
