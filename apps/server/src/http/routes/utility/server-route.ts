import { ServerView, success } from '@roomtone/protocol/rest';
import type { Config } from '../../../config/config.ts';
import { version } from '../../../version.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface ServerRouteDeps {
  readonly config: Pick<Config, 'name' | 'guests' | 'registration' | 'email' | 'password'>;
  readonly recovery: ServerView['recovery'];
  /** Of the certificate's key that is served now; undefined over plain http. */
  readonly fingerprint: () => string | undefined;
  readonly authentication: Pick<Authentication, 'anybody'>;
}

/**
 * `GET /api/server`: the server's name and the fingerprint of its key, so that users who have passed their browser's warning
 * can compare it. It proves nothing: an attacker in between would send the same.
 */
export function serverRoute(app: App, { config, recovery, fingerprint, authentication }: ServerRouteDeps): void {
  const { name, guests, registration, email, password } = config;
  const ownVersion = version();
  app.get(
    '/api/server',
    {
      schema: {
        ...operation('readServer', 'Read the server’s identity', 'Utility', {
          token: 'optional',
          alsoWithoutGuests: true,
          description: 'Its name, version and fingerprint, whether guests may listen, and who may create an account.',
        }),
        response: { 200: success(ServerView) },
      },
      onRequest: authentication.anybody,
    },
    async () =>
      succeed({
        name,
        version: ownVersion,
        fingerprint: fingerprint() ?? '',
        guests,
        registration,
        email,
        password,
        recovery,
      }),
  );
}
