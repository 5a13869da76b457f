/** Remembers whose account the local profile is, in the data directory. */
export interface LocalProfileFile {
  /** Undefined if no account has been made yet. */
  read(): Promise<string | undefined>;
  write(userId: string): Promise<void>;
}
