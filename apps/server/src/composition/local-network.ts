import { type AddressInfo, isIPv4 } from 'node:net';
import type { Config } from '../config/config.ts';
import type { App } from '../http/plugins/server-types.ts';
import { version } from '../version.ts';
import { listensOnAllAddresses } from './network-addresses.ts';

export interface LocalNetworkOptions {
  readonly config: Pick<Config, 'host' | 'name' | 'announce'>;
  /** Is listening already. */
  readonly app: App;
  /** Of the key that is served now; undefined over plain http. */
  readonly fingerprint: () => string | undefined;
  /** Called when the machine's addresses have changed. */
  readonly onChange: () => void;
}

/** Follows the machine's addresses and, if the host wants it, announces the server on its networks. */
export async function joinLocalNetwork(options: LocalNetworkOptions): Promise<{ stop(): Promise<void> }> {
  const { config, app, fingerprint, onChange } = options;
  // Loaded here, since a server for its own machine does not need it.
  const { announce, watchInterfaces } = await import('@roomtone/discovery');
  const unwatch = watchInterfaces(() => {
    app.log.info('this machine has other network addresses');
    onChange();
  });
  const { address, port } = app.server.address() as AddressInfo;
  const listensOnAll = listensOnAllAddresses(config);
  const canBeAnnounced = listensOnAll || isIPv4(address);
  if (config.announce && !canBeAnnounced) {
    app.log.warn({ address }, 'only IPv4 addresses are announced on the network');
  }
  const announcer =
    config.announce && canBeAnnounced
      ? announce({
          announcement: () => {
            const key = fingerprint();
            const scheme = key === undefined ? 'http' : 'https';
            return { name: config.name, version: version(), scheme, fingerprint: key };
          },
          port,
          address: listensOnAll ? undefined : address,
          onProblem: (error) => app.log.warn({ err: error }, 'the server cannot be found on a network'),
        })
      : undefined;
  return {
    async stop() {
      unwatch();
      await announcer?.stop();
    },
  };
}
