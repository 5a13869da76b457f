import type { PeerConnection } from 'node-datachannel';

export type Library = typeof import('node-datachannel');

export interface PeerConnectionOptions {
  /** The address to listen on, like that of the TCP port. */
  readonly host: string;
  /** Read when the first connection is made. */
  readonly port: () => number;
  /** `stun:host:port` and `turn:user:password@host:port`; none is contacted unless given. */
  readonly iceServers: readonly string[];
  /** Called once if the library does not load on this system. */
  readonly onMissing: (error: unknown) => void;
  readonly load?: () => Promise<Library>;
}

/** Connections by libdatachannel, all on one UDP port. The library is loaded for the first one. */
export class PeerConnections {
  readonly #options: PeerConnectionOptions;
  readonly #open = new Set<PeerConnection>();
  #loading: Promise<Library> | undefined;

  constructor(options: PeerConnectionOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#options.port();
  }

  /** Makes a connection and prepares it. If that throws, it is closed. @param prepare gets what ends it. */
  async make<T>(prepare: (peer: PeerConnection, library: Library, onEnd: () => void) => T): Promise<T> {
    const { host, port, iceServers } = this.#options;
    const library = await this.#load();
    const isAny = host === '0.0.0.0' || host === '::';
    const peer = new library.PeerConnection('roomtone', {
      iceServers: [...iceServers],
      // Without an address it listens on all of them, IPv4 and IPv6.
      ...(isAny ? {} : { bindAddress: host === 'localhost' ? '127.0.0.1' : host }),
      enableIceUdpMux: true,
      portRangeBegin: port(),
      portRangeEnd: port(),
      disableAutoNegotiation: true,
    });
    this.#open.add(peer);
    try {
      return prepare(peer, library, () => this.#open.delete(peer));
    } catch (error) {
      this.#open.delete(peer);
      peer.close();
      throw error;
    }
  }

  close(): void {
    for (const peer of this.#open) peer.close();
    this.#open.clear();
    // No cleanup(): it can abort the process. The library's threads end with process.exit().
  }

  #load(): Promise<Library> {
    const { load = () => import('node-datachannel'), onMissing } = this.#options;
    this.#loading ??= load().catch((error: unknown) => {
      onMissing(error);
      throw error;
    });
    return this.#loading;
  }
}
