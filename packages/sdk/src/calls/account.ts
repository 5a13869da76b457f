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

/** Pictures may have 5 MiB, and people slow lines. */
const uploadTimeoutMs = 60_000;

/** One's own account. Guests have none: they get AUTHENTICATION_ERROR. */
export function accountCalls(send: Send) {
  return {
    profile: (): Promise<ProfileView> => send({ method: 'GET', path: '/api/users/profile' }),
    /** What is left out stays. A new name shows in the client's `user` after `refreshUser()`. */
    update: (body: UpdateProfileBody): Promise<ProfileView> =>
      send({ method: 'PUT', path: '/api/users/profile', body }),
    /**
     * PNG, JPEG, WebP or GIF, at most 5 MiB and 40 megapixels.
     * @param onSent hears how much has left, 0 to 1; in browsers only.
     */
    uploadAvatar: (picture: Blob, onSent?: (part: number) => void): Promise<AvatarView> => {
      const body = new FormData();
      body.append('avatar', picture);
      return send({ method: 'POST', path: '/api/users/avatar', body, timeoutMs: uploadTimeoutMs, onSent });
    },
    /** Signs out everywhere but here. A wrong one of now is VALIDATION_ERROR on `current_password`. */
    changePassword: async (body: ChangePasswordBody): Promise<void> => {
      await send({ method: 'PUT', path: '/api/auth/password', body });
    },
    /** One's sign-ins, the last used first. */
    sessions: (): Promise<SessionListView> => send({ method: 'GET', path: '/api/auth/sessions' }),
    /** Signs out one of them, with its connections. */
    endSession: (sid: string): Promise<EndedSessionView> =>
      send({ method: 'DELETE', path: `/api/auth/sessions/${inPath(sid)}` }),
    /** Until when the access token in use works; it is renewed by itself. */
    validateToken: (): Promise<ValidateTokenView> => send({ method: 'GET', path: '/api/auth/validate-token' }),
  };
}
