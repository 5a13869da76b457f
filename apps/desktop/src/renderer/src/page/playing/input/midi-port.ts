/** MIDI devices, as the browser or the app gives them. */
export interface MidiPort {
  readonly supported: boolean;
  /** Whether the player is asked first, and so whether it takes a gesture. */
  readonly mustAsk: boolean;
  /**
   * Asks for access, where it must be asked for. `take` gets a port for the connection worker, by which MidiReports
   * arrive and MidiRequests leave; another one when the devices must be spoken to again.
   * @throws {DOMException} NotAllowedError or SecurityError when the player, or a policy, said no; others when it fails.
   */
  open(take: (port: MessagePort) => void): Promise<void>;
}
