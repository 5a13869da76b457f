/**
 * The system's MIDI. Ports are identified by their index in the lists, which is valid only until a device is plugged in or
 * out.
 */
export interface MidiSystem {
  /** True if ports can be created for other programs to listen to. */
  readonly canMakePorts: boolean;
  /** The system's names, current at each call. */
  inputs(): readonly string[];
  outputs(): readonly string[];
  /**
   * Listens to an input, without system-exclusive messages, clock and active sensing.
   * @throws {Error} if it is gone or in use.
   */
  openInput(index: number, onMessage: (data: readonly number[]) => void): OpenPort;
  /** @throws {Error} if it is gone or in use. */
  openOutput(index: number): OutputPort;
  /** Creates an output that other programs see as an input with this name. @throws {Error} */
  makePort(name: string): OutputPort;
}

export interface OpenPort {
  close(): void;
}

export interface OutputPort extends OpenPort {
  /** Sends one raw MIDI message; it is lost if the device is gone. */
  send(data: readonly number[]): void;
}
