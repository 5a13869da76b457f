import { useParts } from '../../app/app-parts.ts';
import type { Line } from '../../app/social/lines.ts';
import { dateText, timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';

/** One direct message. If it could not be sent, it says so and offers a retry. */
export function LineView({ line, before }: { readonly line: Line; readonly before: Line | undefined }) {
  const isNewDay = before === undefined || dateText(before.atMs) !== dateText(line.atMs);
  return (
    <>
      {isNewDay && <li className="conversation-note muted">{dateText(line.atMs)}</li>}
      <li className="line" data-from={line.from} data-state={line.state}>
        <span className="visually-hidden">{line.from === 'me' ? strings.messages.you : line.withName}</span>
        <p dir="auto">{line.text}</p>
        <Foot line={line} />
      </li>
    </>
  );
}

function Foot({ line }: { readonly line: Line }) {
  const { messenger } = useParts();
  const words = strings.messages;
  if (line.state === 'failed' || line.state === 'unconfirmed') {
    return (
      <span className="line-foot" role="alert">
        <span className="field-error">
          {line.state === 'unconfirmed' ? words.unconfirmed : words.failed} {line.why}
        </span>
        <Button kind="linked" onClick={() => void messenger.resend(line)}>
          {words.again}
        </Button>
        <Button kind="linked" onClick={() => messenger.delete([line])}>
          {words.discard}
        </Button>
      </span>
    );
  }
  const state = { sending: words.sending, waiting: words.waiting, kept: undefined }[line.state];
  return (
    <span className="line-foot muted">
      {state ?? <time dateTime={new Date(line.atMs).toISOString()}>{timeText(line.atMs)}</time>}
    </span>
  );
}
