/** The code of the error with which a request fails if another key answers. */
export const wrongKeyCode = 'ROOMTONE_WRONG_KEY';

export function wrongKey(): Error {
  return Object.assign(new Error('the server answered with another key'), { code: wrongKeyCode });
}
