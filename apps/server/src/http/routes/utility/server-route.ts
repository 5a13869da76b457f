import { AddressesView, ServerView, success } from '@roomtone/protocol/rest';
import type { Config } from '../../../config/config.ts';
import { version } from '../../../version.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface ServerRouteDeps {
  readonly config: Pick<
    Config,
    'name' | 'registration' | 'guests' | 'invitations' | 'email' | 'password' | 'publicUrl' | 'offersPro'
  >;
  readonly recovery: ServerView['recovery'];
  /** Of the certificate's key that is served now; undefined over plain http. */
  readonly fingerprint: () => string | undefined;
  /** For others, best first. */
  readonly addresses: () => readonly string[];
  readonly authentication: Pick<Authentication, 'anybody' | 'required'>;
}

/**
 * `GET /api/server`: the server's name and the fingerprint of its key, so that users who have passed their browser's warning
 * can compare it. It proves nothing: an attacker in between would send the same.
 */
export function serverRoute(app: App, deps: ServerRouteDeps): void {
  const { config, recovery, fingerprint, addresses, authentication } = deps;
  const { name, registration, guests, invitations, email, password, publicUrl, offersPro } = config;
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
        registration,
        guests,
        invitations,
        email,
        password,
        recovery,
        payments: offersPro ? 'on' : 'off',
      }),
  );

  app.get(
    '/api/server/addresses',
    {
      schema: {
        ...operation('readServerAddresses', 'Read what invitations carry', 'Utility', {
          token: 'required',
          description:
            'The server’s addresses for others, the one for friends outside first, and the key that they must have. Nobody without ' +
            'an account gets them: they tell about the host’s network.',
        }),
        response: { 200: success(AddressesView) },
      },
      onRequest: authentication.required,
    },
    async () =>
      publicUrl === undefined
        ? succeed({ addresses: [...addresses()], name, fingerprint: fingerprint() ?? '' })
        : succeed({ addresses: [new URL(publicUrl).origin], name, fingerprint: '' }),
  );
}
