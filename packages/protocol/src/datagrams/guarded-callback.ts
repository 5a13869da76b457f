/**
 * Makes callbacks that a native library may call: an exception that leaves one ends the whole process without a line in any log.
 * It ends the channel by `end` instead, and reaches the program's own handler as a rejection that nobody takes.
 */
export function guardedCallback(end: () => void): <T = void>(act: (value: T) => void) => (value: T) => void {
  return (act) => (value) => {
    try {
      act(value);
    } catch (error) {
      void Promise.reject(error);
      endQuietly(end);
    }
  };
}

/** The first error is the one to report. */
function endQuietly(end: () => void): void {
  try {
    end();
  } catch {
    // It follows from the first.
  }
}
