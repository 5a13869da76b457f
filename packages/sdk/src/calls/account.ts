import type {
  AvatarView,
  ChangePasswordBody,
  EndedSessionView,
  ProfileView,
  SessionListView,
  UpdateProfileBody,
  ValidateTokenView,
} from '@roomtone/protocol/rest';
import { inPath, type Send } from './send.ts';

/** Pictures can be 5 MiB, and some uplinks are slow. */
const uploadTimeoutMs = 60_000;

/** The signed-in user's own account. Guests have none: their calls reject with AUTHENTICATION_ERROR. */
export function accountCalls(send: Send) {
  return {
    profile: (): Promise<ProfileView> => send({ method: 'GET', path: '/api/users/profile' }),
    /** Absent fields keep their values. The client's `user` shows a new name after `refreshUser()`. */
    update: (body: UpdateProfileBody): Promise<ProfileView> =>
      send({ method: 'PUT', path: '/api/users/profile', body }),
    /**
     * Uploads a PNG, JPEG, WebP or GIF picture of at most 5 MiB and 40 megapixels.
     * @param onSent is called with the share that has been sent, 0 to 1; in browsers only.
     */
    uploadAvatar: (picture: Blob, onSent?: (part: number) => void): Promise<AvatarView> => {
      const body = new FormData();
      body.append('avatar', picture);
      return send({ method: 'POST', path: '/api/users/avatar', body, timeoutMs: uploadTimeoutMs, onSent });
    },
    /** Signs out all other devices. A wrong current password is a VALIDATION_ERROR on `current_password`. */
    changePassword: async (body: ChangePasswordBody): Promise<void> => {
      await send({ method: 'PUT', path: '/api/auth/password', body });
    },
    /** The user's auth sessions, most recently used first. */
    sessions: (): Promise<SessionListView> => send({ method: 'GET', path: '/api/auth/sessions' }),
    /** Ends one of them and closes its connections. */
    endSession: (sid: string): Promise<EndedSessionView> =>
      send({ method: 'DELETE', path: `/api/auth/sessions/${inPath(sid)}` }),
    /** Tells when the current access token expires; the SDK refreshes it by itself. */
    validateToken: (): Promise<ValidateTokenView> => send({ method: 'GET', path: '/api/auth/validate-token' }),
  };
}
