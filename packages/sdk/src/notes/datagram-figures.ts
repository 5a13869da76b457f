/** How notes come from the server to a participant. */
export interface DatagramQuality {
  /**
   * `none`: notes travel over the WebSocket alone. `ready`: datagrams can be used, but the way has shown neither loss nor
   * stalls for a while. `used`: notes for this participant arrive by datagrams, too.
   */
  readonly state: 'none' | 'ready' | 'used';
  /** Datagrams since joining that arrived, and that were lost on the way from the server. */
  readonly received: number;
  readonly lost: number;
  /**
   * Messages of notes since joining that the WebSocket brought and no datagram did while datagrams were in use. Each
   * counts once 32 later ones of its sender have come.
   */
  readonly repaired: number;
}

/** The datagrams of a room connection. */
export interface DatagramFigures extends DatagramQuality {
  /** Messages of notes since joining that a datagram brought before the WebSocket did. */
  readonly sooner: number;
}
