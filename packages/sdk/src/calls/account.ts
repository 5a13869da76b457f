import type { CallOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type {
  AvatarView,
  ChangePasswordBody,
  EndedSessionView,
  ProfileView,
  SessionListView,
  UpdateProfileBody,
  ValidateTokenView,
} from '../views.ts';
import { inPath, type Send } from './send.ts';

export interface UploadOptions extends CallOptions {
  /** Called with the share that has been sent, 0 to 1; in browsers only. */
  readonly onProgress?: (part: number) => void;
}

/** Pictures can be 5 MiB, and some uplinks are slow. */
const uploadTimeoutMs = 60_000;

/**
 * The signed-in user's own account. Guests have none: their calls reject with AUTHENTICATION_ERROR.
 */
export function accountCalls(send: Send) {
  return {
    profile: (options?: CallOptions): Promise<ProfileView> =>
      send({ method: 'GET', path: '/api/users/profile' }, options),
    /** Absent fields keep their values; another email needs `currentPassword`. The client's `user` shows a new name after `refreshUser()`. */
    update: async (body: UpdateProfileBody, options?: CallOptions): Promise<ProfileView> => {
      checkKeys(
        body,
        'username displayName email currentPassword settings.theme settings.notifications settings.language',
        'account.update()',
      );
      return send({ method: 'PUT', path: '/api/users/profile', body }, options);
    },
    /** Uploads a PNG, JPEG, WebP or GIF picture of at most 5 MiB and 40 megapixels. */
    uploadAvatar: async (picture: Blob, { onProgress: onSent, ...given }: UploadOptions = {}): Promise<AvatarView> => {
      const body = new FormData();
      body.append('avatar', picture);
      const options = { timeoutMs: uploadTimeoutMs, ...given };
      return send({ method: 'POST', path: '/api/users/avatar', body, onSent }, options);
    },
    /**
     * Signs out all other devices, and bots if `endBots` is true. A wrong current password is a VALIDATION_ERROR on `currentPassword`, which an account
     * that has none leaves out.
     */
    changePassword: async (body: ChangePasswordBody, options?: CallOptions): Promise<void> => {
      checkKeys(body, 'currentPassword newPassword endBots', 'account.changePassword()');
      await send({ method: 'PUT', path: '/api/auth/password', body }, options);
    },
    /** The user's auth sessions, most recently used first. */
    sessions: (options?: CallOptions): Promise<SessionListView> =>
      send({ method: 'GET', path: '/api/auth/sessions' }, options),
    /** Ends one of them and closes its connections. */
    endSession: (sid: string, options?: CallOptions): Promise<EndedSessionView> =>
      send({ method: 'DELETE', path: `/api/auth/sessions/${inPath(sid)}` }, options),
    /** Tells when the current access token expires; the SDK refreshes it by itself. */
    validateToken: (options?: CallOptions): Promise<ValidateTokenView> =>
      send({ method: 'GET', path: '/api/auth/validate-token' }, options),
  };
}
