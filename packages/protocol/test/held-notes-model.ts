/**
 * The notes a player holds, as a plain list of facts that each event adds to or removes from. Compared with
 * HeldNotes.
 */
export class NaiveHeldNotes {
  #down: { channel: number; what: 'key' | 'pedal'; number: number; value: number }[] = [];

  feed([status = 0, first = 0, second = 0]: readonly number[]): void {
    const channel = status % 16;
    const kind = status - channel;
    if (kind === 0x80 || (kind === 0x90 && second === 0)) this.#lift(channel, 'key', first);
    else if (kind === 0x90) this.#press(channel, 'key', first, second);
    else if (kind === 0xb0 && [64, 66, 67].includes(first)) {
      if (second === 0) this.#lift(channel, 'pedal', first);
      else this.#press(channel, 'pedal', first, second);
    } else if (kind === 0xb0 && [120, 123, 124, 125, 126, 127].includes(first)) this.#lift(channel, 'key');
    else if (kind === 0xb0 && first === 121) this.#lift(channel, 'pedal');
  }

  /** `channel/key/velocity`, sorted as text. */
  keys(): string[] {
    return this.#down
      .filter((fact) => fact.what === 'key')
      .map((fact) => `${fact.channel}/${fact.number}/${fact.value}`)
      .sort();
  }

  /** The events that end everything: keys first, then pedals, each by channel and number. */
  release(): number[][] {
    const sorted = this.#down.toSorted((a, b) => a.channel - b.channel || a.number - b.number);
    return [
      ...sorted.filter((fact) => fact.what === 'key').map((fact) => [0x80 + fact.channel, fact.number, 64]),
      ...sorted.filter((fact) => fact.what === 'pedal').map((fact) => [0xb0 + fact.channel, fact.number, 0]),
    ];
  }

  #press(channel: number, what: 'key' | 'pedal', number: number, value: number): void {
    this.#lift(channel, what, number);
    this.#down.push({ channel, what, number, value });
  }

  #lift(channel: number, what: 'key' | 'pedal', number?: number): void {
    this.#down = this.#down.filter(
      (fact) => fact.channel !== channel || fact.what !== what || (number !== undefined && fact.number !== number),
    );
  }
}
