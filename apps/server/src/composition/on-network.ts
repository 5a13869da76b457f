import { type AddressInfo, isIPv4 } from 'node:net';
import type { Config } from '../config/config.ts';
import type { App } from '../http/plugins/server-types.ts';
import { version } from '../version.ts';
import { isEverywhere } from './reachable.ts';

export interface OnNetworkOptions {
  readonly config: Pick<Config, 'host' | 'name' | 'announce'>;
  /** It listens already. */
  readonly app: App;
  /** Of the key that is served now; undefined for plain http. */
  readonly fingerprint: () => string | undefined;
  /** The machine has other addresses than before. */
  readonly onChange: () => void;
}

/** Follows the machine's addresses and, where the host wants it, says in its networks that the server is there. */
export async function goOnNetwork(options: OnNetworkOptions): Promise<{ stop(): Promise<void> }> {
  const { config, app, fingerprint, onChange } = options;
  // Loaded here, since a server for its own machine needs nothing of it.
  const { announce, watchInterfaces } = await import('@roomtone/discovery');
  const unwatch = watchInterfaces(() => {
    app.log.info('this machine has other network addresses');
    onChange();
  });
  const { address, port } = app.server.address() as AddressInfo;
  const canBeSaid = isEverywhere(config) || isIPv4(address);
  if (config.announce && !canBeSaid) app.log.warn({ address }, 'only IPv4 addresses are announced on the network');
  const announcer =
    config.announce && canBeSaid
      ? announce({
          announcement: () => {
            const key = fingerprint();
            const scheme = key === undefined ? 'http' : 'https';
            return { name: config.name, version: version(), scheme, fingerprint: key };
          },
          port,
          address: isEverywhere(config) ? undefined : address,
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
