import { Check, Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useParts } from '../app-parts.ts';
import './link-to-copy.css';

interface LinkToCopyProps {
  readonly label: string;
  readonly link: string;
  /** The link leads here from other computers, too: it is what its reader wants, and can be shared. */
  readonly isForOthers: boolean;
  /** In the list of things to share. */
  readonly title: string;
}

/** An invitation's link, to copy and to share where the device can. */
export function LinkToCopy({ label, link, isForOthers, title }: LinkToCopyProps) {
  const { bridge } = useParts();
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly isCopied: boolean }>();
  const words = roomStrings.invite;
  const said = outcome?.of === link ? (outcome.isCopied ? words.copied : words.copyFailed) : '';
  const copy = () =>
    bridge.copyText(link).then(
      () => setOutcome({ of: link, isCopied: true }),
      () => setOutcome({ of: link, isCopied: false }),
    );
  // Cancelling is not a failure.
  const share = () => void navigator.share({ title, url: link }).catch(() => {});
  return (
    <>
      <TextField label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div className="link-to-copy">
        <Button kind={isForOthers ? 'main' : 'plain'} size="large" onClick={copy}>
          {said === words.copied ? <Check /> : <Copy />}
          {words.copy}
        </Button>
        {isForOthers && 'share' in navigator && (
          <Button size="large" onClick={share}>
            <Share2 />
            {words.share}
          </Button>
        )}
        <span className="muted" role="status">
          {said}
        </span>
      </div>
    </>
  );
}
