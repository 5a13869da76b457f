import {
  AddPasskeyBody,
  PasskeyOptionsView,
  PasswordBody,
  RecoveryCodesView,
  SecondFactorView,
  success,
} from '@roomtone/protocol/rest';
import Type from 'typebox';
import type { OwnPasskeys } from '../../../application/accounts/own-passkeys.ts';
import type { Config } from '../../../config/config.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { siteOf } from '../../plugins/site.ts';
import { mailRequestOf } from '../auth/mail-request.ts';

export interface PasskeyRoutesDeps {
  readonly ownPasskeys: OwnPasskeys;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly authentication: Authentication;
}

const base = '/api/users/profile/second-factor/passkeys';
const tag = 'Second factor';
const PasskeyParams = Type.Object({ passkey_id: Type.String({ description: 'A `passkey_id` of the list.' }) });

/** The caller's passkeys (S23). */
export function passkeyRoutes(app: App, { ownPasskeys, config, authentication }: PasskeyRoutesDeps): void {
  app.post(
    `${base}/options`,
    {
      schema: {
        ...operation('beginPasskey', 'Begin to add a passkey', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'What the browser takes to make one. Passkeys belong to the host of the page; there are none over plain http and at ' +
            'IP addresses.',
        }),
        body: PasswordBody,
        response: { 200: success(PasskeyOptionsView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(await ownPasskeys.begin(userId, request.body.password, siteOf(request, config)));
    },
  );

  app.post(
    base,
    {
      schema: {
        ...operation('addPasskey', 'Add a passkey', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'From now on signing in asks for a second factor. Recovery codes come with the first one, once.',
        }),
        body: AddPasskeyBody,
        response: { 201: success(RecoveryCodesView) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const added = await ownPasskeys.add(requirePrincipal(request).userId, request.body, mailRequestOf(request));
      reply.code(201);
      return succeed(added);
    },
  );

  app.delete(
    `${base}/:passkey_id`,
    {
      schema: {
        ...operation('removePasskey', 'Remove a passkey', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'With the last second factor the recovery codes go, too.',
        }),
        params: PasskeyParams,
        body: PasswordBody,
        response: { 200: success(SecondFactorView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      const { passkey_id: passkeyId } = request.params;
      return succeed(await ownPasskeys.remove(userId, passkeyId, request.body.password, mailRequestOf(request)));
    },
  );
}
