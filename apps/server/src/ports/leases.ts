/** Lets one process of a service at a time do something. */
export interface Leases {
  /**
   * Runs a job unless another process has run it or is running it within the last `ms`.
   * @returns false if it was another's turn, or nobody can tell whose turn it is.
   */
  runAlone(name: string, ms: number, job: () => Promise<void>): Promise<boolean>;
}

/** For a process that is alone. */
export const alone: Leases = {
  async runAlone(_name, _ms, job) {
    await job();
    return true;
  },
};
