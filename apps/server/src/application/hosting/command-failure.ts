/** A command of the host failed: exit status 1. The message is for the host. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
