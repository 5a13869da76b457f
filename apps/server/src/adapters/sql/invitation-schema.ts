export interface InvitationsTable {
  invitation_id: string;
  token_hash: string;
  /** Null: the host. */
  made_by: string | null;
  /** Null: the whole server. */
  room_id: string | null;
  uses: number;
  max_uses: number;
  created_at: number;
  expires_at: number;
}
