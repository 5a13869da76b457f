import { useState } from 'react';
import type { HostingPort } from '../../app/bridge.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { logLine } from './log-line.ts';
import { useLog } from './use-hosting.ts';

/** The latest log lines of the server inside the app, newest first. */
export function LogPanel({ hosting }: { readonly hosting: HostingPort }) {
  const [isRead, setRead] = useState(false);
  const lines = useLog(hosting, isRead);
  const words = strings.host.log;
  return (
    <Panel
      title={words.title}
      action={
        <Button kind="quiet" aria-expanded={isRead} onClick={() => setRead(!isRead)}>
          {isRead ? words.hide : words.show}
        </Button>
      }
    >
      {isRead && lines.length === 0 && <p className="muted">{words.empty}</p>}
      {isRead && lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="log-lines" aria-label={words.title} tabIndex={0}>
          <pre>{[...lines].reverse().map(logLine).join('\n')}</pre>
        </section>
      )}
    </Panel>
  );
}
