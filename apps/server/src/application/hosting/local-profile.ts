import { randomBytes } from 'node:crypto';
import { cleanDisplayName, nearestUsername, RoomtoneError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { LocalProfileFile } from '../../ports/local-profile-file.ts';
import type { Storage } from '../../ports/storage.ts';
import { displayNameProblems, type RegistrationDeps, registerUser } from '../accounts/registration.ts';
import { isReservedName } from '../accounts/reserved-names.ts';
import type { Sessions } from '../accounts/sessions.ts';

export interface LocalProfileDeps {
  readonly storage: Pick<Storage, 'createUser' | 'userById' | 'sessionsOf' | 'setRoles'>;
  readonly hasher: RegistrationDeps['hasher'];
  readonly clock: RegistrationDeps['clock'];
  readonly sessions: Pick<Sessions, 'start' | 'end'>;
  readonly file: LocalProfileFile;
}

/** An auth session of the local profile. The token is as good as a password: pass it to the app and nowhere else. */
interface LocalSession {
  readonly userId: string;
  readonly username: string;
  readonly refreshToken: string;
}

/**
 * The account that the app signs in to on the server it runs. Nobody knows its password: being able to read the
 * data directory is enough to sign in.
 */
export interface LocalProfile {
  /**
   * Starts an auth session and ends those of earlier runs of the app. Creates the account if there is none; it is an admin's,
   * since the server belongs to the user of this machine.
   * @param wantedName the display name of a new account, if it may be one; its username is the nearest free one.
   */
  openSession(wantedName: string): Promise<LocalSession>;
}

/** Marks its auth sessions in the list of sessions. */
const userAgent = 'Roomtone on the computer it runs on';

export function createLocalProfile(deps: LocalProfileDeps): LocalProfile {
  const { storage, clock, sessions, file } = deps;
  const make = async (wantedName: string) => {
    const user = await registerUnder(wantedName, deps);
    await file.write(user.userId);
    return user;
  };
  return {
    async openSession(wantedName) {
      const userId = await file.read();
      const known = userId === undefined ? undefined : await storage.userById(userId);
      const found = known ?? (await make(wantedName));
      const user = found.roles.includes('admin')
        ? found
        : ((await storage.setRoles(found.userId, [...found.roles, 'admin'])) ?? found);
      const before = await storage.sessionsOf(user.userId, clock.nowMs());
      for (const session of before) if (session.userAgent === userAgent) await sessions.end(session.sessionId);
      const { refresh_token: refreshToken } = await sessions.start(user, true, { address: '127.0.0.1', userAgent });
      return { userId: user.userId, username: user.username, refreshToken };
    },
  };
}

/** The valid username nearest to a person's name or their name on the computer. */
export function usernameFrom(text: string): string {
  const name = nearestUsername(text);
  return name === '' || isReservedName(name) ? 'musician' : name;
}

async function registerUnder(wantedName: string, deps: Omit<RegistrationDeps, 'config'>): Promise<UserRecord> {
  const name = usernameFrom(wantedName);
  const shown = cleanDisplayName(wantedName);
  const display = shown === name || displayNameProblems(shown).length > 0 ? {} : { display_name: shown };
  const password = randomBytes(32).toString('base64url');
  for (let number = 1; ; number++) {
    const username = number === 1 ? name : `${name}-${number}`;
    try {
      const body = { username, ...display, password, confirm_password: password };
      return await registerUser({ ...deps, config: { email: 'optional', password: 'required' } }, body);
    } catch (error) {
      const isTaken = error instanceof RoomtoneError && error.details['field'] === 'username';
      if (!isTaken || number === 999) throw error;
    }
  }
}
