import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What is different about the profile of whoever sits at this computer: no password, and how its data is removed. */
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
