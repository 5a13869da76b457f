import type { EmailPurpose } from '../../ports/email-token-storage.ts';

export interface EmailTokensTable {
  token_hash: string;
  user_id: string;
  purpose: EmailPurpose;
  /** The address in lower case. */
  email_key: string;
  expires_at: number;
}
