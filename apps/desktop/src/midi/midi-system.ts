/** The system's MIDI. Ports are known by their place in the lists, which is right only until something is plugged. */
export interface MidiSystem {
  /** Whether ports can be made that other programs listen to. */
  readonly canMakePorts: boolean;
  /** The system's own names, as it has them now. */
  inputs(): readonly string[];
  outputs(): readonly string[];
  /**
   * Hears an input, system-exclusive messages, clock and active sensing aside.
   * @throws {Error} when it is gone or taken.
   */
  openInput(index: number, heard: (data: readonly number[]) => void): OpenPort;
  /** @throws {Error} when it is gone or taken. */
  openOutput(index: number): OutputPort;
  /** Makes an output that other programs see as an input of this name. @throws {Error} */
  makePort(name: string): OutputPort;
}

export interface OpenPort {
  close(): void;
}

export interface OutputPort extends OpenPort {
  /** Sends one raw MIDI message; what goes to a device that is gone is lost. */
  send(data: readonly number[]): void;
}
