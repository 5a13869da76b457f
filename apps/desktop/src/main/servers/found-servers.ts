import { type BrowserOptions, originsOf, type ServerBrowser } from '@roomtone/discovery';
import type { FoundServer } from '../../shared/servers.ts';

export interface FoundServersParts {
  readonly browse: (options: BrowserOptions) => ServerBrowser;
  /** Used to leave out the app's own server, which announces itself as well. */
  readonly ownFingerprint: () => string | undefined;
  readonly changed: () => void;
  readonly onProblem: (error: Error) => void;
}

/**
 * Servers that announce themselves on the local network, looked for while a window shows the list. An announcement proves
 * nothing.
 */
export class FoundServers {
  readonly #parts: FoundServersParts;
  #browser: ServerBrowser | undefined;

  constructor(parts: FoundServersParts) {
    this.#parts = parts;
  }

  list(): readonly FoundServer[] {
    const own = this.#parts.ownFingerprint();
    const others = (this.#browser?.servers ?? []).filter(
      ({ fingerprint }) => fingerprint === undefined || fingerprint !== own,
    );
    return others.flatMap((server) => {
      const [address] = originsOf(server);
      return address === undefined ? [] : [{ name: server.name, address }];
    });
  }

  /** The name that a server announces for its address. */
  nameAt(address: string): string | undefined {
    return this.list().find((server) => server.address === address)?.name;
  }

  watch(isWanted: boolean): void {
    if (!isWanted) {
      void this.#browser?.stop();
      this.#browser = undefined;
      return;
    }
    const { browse, changed, onProblem } = this.#parts;
    if (this.#browser === undefined) this.#browser = browse({ onNews: changed, onProblem });
    else this.#browser.refresh();
  }
}
