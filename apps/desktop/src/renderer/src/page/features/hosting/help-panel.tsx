import type { HostingPort } from '../../app/bridge.ts';
import { strings } from '../../strings.ts';
import { Panel } from '../../ui/panel.tsx';

interface HelpPanelProps {
  readonly hosting: HostingPort;
  readonly port: number;
  /** Friends outside are not expected. */
  readonly isNetworkOnly: boolean;
}

/** Help for when nobody can connect: the network, and the firewall of this system. */
export function HelpPanel({ hosting, port, isNetworkOnly }: HelpPanelProps) {
  const words = strings.host.help;
  const { platform } = hosting;
  const firewall = platform === 'win32' || platform === 'darwin' ? words.firewall[platform] : words.firewall.linux;
  return (
    <Panel title={words.title}>
      <ul className="advice">
        {isNetworkOnly && <li>{words.sameNetwork}</li>}
        <li>{firewall(String(port))}</li>
        <li>{words.notFound}</li>
        <li>{words.browserWarning}</li>
      </ul>
    </Panel>
  );
}
