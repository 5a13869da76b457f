export interface TotpSecretsTable {
  user_id: string;
  sealed_secret: string;
  last_step: number;
}

export interface PasskeysTable {
  passkey_id: string;
  user_id: string;
  host: string;
  name: string;
  public_key: string;
  counter: number;
  /** Separated by spaces. */
  transports: string;
  created_at: number;
  last_used: number | null;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}
