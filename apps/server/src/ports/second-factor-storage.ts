/** The secret of a user's authenticator app. */
export interface TotpRecord {
  /** Encrypted: codes are computed from the secret, so it cannot be hashed. */
  readonly sealedSecret: string;
  /** The time step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
}

/** What a user has besides the password. */
export interface SecondFactorRecord {
  readonly totp: TotpRecord | undefined;
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** Second factors. For a user who does not exist, reads find none and writes do nothing. */
export interface SecondFactorStorage {
  secondFactorsOf(userId: string): Promise<SecondFactorRecord>;
  /** Sets or replaces the secret. `recoveryHashes` become the recovery codes of a user who had no second factor. */
  setTotp(userId: string, totp: TotpRecord, recoveryHashes: readonly string[]): Promise<void>;
  /** Removes the secret and, if no other second factor is left, the recovery codes. */
  removeTotp(userId: string): Promise<void>;
  /** Resolves with true if the step is later than that of every code accepted before; only one of several callers gets that. */
  spendTotpStep(userId: string, step: number): Promise<boolean>;
  /** Replaces all recovery codes. */
  setRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>;
  /** Removes the code; resolves with true if it was there. */
  spendRecoveryCode(userId: string, hash: string): Promise<boolean>;
  /** Removes every second factor with the recovery codes; resolves with true if there was one. */
  removeSecondFactors(userId: string): Promise<boolean>;
}
