export interface TotpSecretsTable {
  user_id: string;
  sealed_secret: string;
  last_step: number;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}
