import type { Participant } from '@roomtone/sdk';
import { create } from 'zustand';

/** The dialog that is open over the room. */
export type RoomDialog =
  | { readonly kind: 'invite' | 'settings' | 'shortcuts' }
  | { readonly kind: 'profile' | 'kick' | 'ban' | 'mute' | 'transfer'; readonly participant: Participant };

export const useRoomDialog = create<{ readonly open: RoomDialog | undefined }>()(() => ({ open: undefined }));

export function openRoomDialog(dialog: RoomDialog): void {
  useRoomDialog.setState({ open: dialog });
}

export function closeRoomDialog(): void {
  useRoomDialog.setState({ open: undefined });
}
