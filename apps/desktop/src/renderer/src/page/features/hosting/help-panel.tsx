import type { HostingPort } from '../../app/bridge.ts';
import { strings } from '../../strings.ts';
import { Panel } from '../../ui/panel.tsx';

/** What to look at when nobody gets in: the network, and the firewall as this system has it. */
export function HelpPanel({ hosting, port }: { readonly hosting: HostingPort; readonly port: number }) {
  const words = strings.host.help;
  const { platform } = hosting;
  const firewall = platform === 'win32' || platform === 'darwin' ? words.firewall[platform] : words.firewall.linux;
  return (
    <Panel title={words.title}>
      <ul className="advice">
        <li>{words.sameNetwork}</li>
        <li>{firewall(String(port))}</li>
        <li>{words.notFound}</li>
        <li>{words.browserWarning}</li>
      </ul>
    </Panel>
  );
}
