/** Where the sources are unless a release says otherwise. */
export const defaultRepository = 'roomtone/roomtone';
