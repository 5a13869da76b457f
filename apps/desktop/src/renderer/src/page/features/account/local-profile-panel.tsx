import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Explains the local profile: it has no password, and its data is removed by deleting files. */
export function LocalProfilePanel() {
  const { hosting } = useParts().bridge;
  const words = strings.account.local;
  return (
    <Panel title={words.title}>
      <p>{words.noPassword}</p>
      <p className="muted local-data">{words.data}</p>
      <Button onClick={() => void hosting?.showData()}>{words.show}</Button>
    </Panel>
  );
}
