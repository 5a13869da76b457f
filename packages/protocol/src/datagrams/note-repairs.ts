/**
 * Counts the repairs among one sender's messages of notes: those that the WebSocket brought and no datagram did, although
 * datagrams were in use. A message counts once 32 later ones have come over the WebSocket, because a datagram may be
 * late (R17.14).
 */
export class NoteRepairs {
  readonly #repaired: () => void;
  /** The first message that a datagram brought since datagrams came into use; those before it were never in one. */
  #first = Number.POSITIVE_INFINITY;
  /** The last message that the WebSocket brought. */
  #last = 0;
  /** Bit n is set if only the WebSocket has brought the message n places before the last. */
  #missing = 0;

  /** @param repaired called for each repair. */
  constructor(repaired: () => void) {
    this.#repaired = repaired;
  }

  /** A datagram brought a message. @param isInUse whether datagrams are wanted here. */
  datagram(number: number, isInUse: boolean): void {
    if (isInUse && number < this.#first) this.#first = number;
    const places = this.#last - number;
    if (places >= 0 && places < 32) this.#missing &= ~(1 << places);
  }

  /** The WebSocket brought a message. @param isFirst whether no datagram has brought it yet. */
  webSocket(number: number, isInUse: boolean, isFirst: boolean): void {
    if (!isInUse) this.#first = Number.POSITIVE_INFINITY;
    const places = number - this.#last;
    if (places <= 0) return;
    this.#last = number;
    for (let place = 0; place < places && this.#missing !== 0; place++) {
      // The highest bit is the sign.
      if (this.#missing < 0) this.#repaired();
      this.#missing <<= 1;
    }
    if (isFirst && number > this.#first) this.#missing |= 1;
  }
}
