import type { Trouble } from '../../../../../shared/hosting.ts';
import { timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Notice } from '../../ui/notice.tsx';

/** Explains what went wrong with the server inside the app, and what that means for the players. */
export function TroubleNotice({ trouble }: { readonly trouble: Trouble }) {
  const text = strings.host.hosting.troubles[trouble.kind](timeText(trouble.at), trouble.detail);
  return <Notice tone="bad">{text}</Notice>;
}
