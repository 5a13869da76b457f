/** MIDI devices, either of the browser or of the app. */
export interface MidiPort {
  readonly supported: boolean;
  /** True if the user must grant access, which takes a gesture. */
  readonly needsPermission: boolean;
  /**
   * Asks for access if it is needed. `take` gets a port for the connection worker, which carries MidiReports to the
   * worker and MidiRequests back; it is called again when the devices need a new one.
   * @throws {DOMException} NotAllowedError or SecurityError if the user or a policy refused; other errors if it failed.
   */
  open(take: (port: MessagePort) => void): Promise<void>;
}
