import {
  ConfirmTotpBody,
  PasswordBody,
  RecoveryCodesView,
  SecondFactorView,
  success,
  TotpSetupView,
} from '@roomtone/protocol/rest';
import type { SecondFactors } from '../../../application/accounts/second-factors.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { mailRequestOf } from '../auth/mail-request.ts';

export interface SecondFactorRoutesDeps {
  readonly secondFactors: SecondFactors;
  readonly authentication: Authentication;
}

const base = '/api/users/profile/second-factor';
const tag = 'Second factor';

/** The caller's second factors (S23). */
export function secondFactorRoutes(app: App, { secondFactors, authentication }: SecondFactorRoutesDeps): void {
  app.get(
    base,
    {
      schema: {
        ...operation('readSecondFactor', 'Read your second factors', tag, { token: 'required' }),
        response: { 200: success(SecondFactorView) },
      },
      onRequest: authentication.required,
    },
    async (request) => succeed(await secondFactors.status(requirePrincipal(request).userId)),
  );

  app.post(
    `${base}/totp`,
    {
      schema: {
        ...operation('beginTotp', 'Set up an authenticator app', tag, {
          token: 'required',
          description: 'Makes a secret for the app. It counts once a code of the app has confirmed it.',
        }),
        body: PasswordBody,
        response: { 200: success(TotpSetupView) },
      },
      onRequest: authentication.required,
    },
    async (request) => succeed(await secondFactors.beginTotp(requirePrincipal(request).userId, request.body.password)),
  );

  app.put(
    `${base}/totp`,
    {
      schema: {
        ...operation('confirmTotp', 'Confirm an authenticator app', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'From now on signing in asks for a code. Recovery codes come with the first second factor, once.',
        }),
        body: ConfirmTotpBody,
        response: { 200: success(RecoveryCodesView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(await secondFactors.confirmTotp(userId, request.body.code, mailRequestOf(request)));
    },
  );

  app.delete(
    `${base}/totp`,
    {
      schema: {
        ...operation('removeTotp', 'Remove the authenticator app', tag, {
          token: 'required',
          description: 'With the last second factor the recovery codes go, too.',
        }),
        body: PasswordBody,
        response: { 200: success(SecondFactorView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(await secondFactors.removeTotp(userId, request.body.password, mailRequestOf(request)));
    },
  );

  app.post(
    `${base}/recovery-codes`,
    {
      schema: {
        ...operation('replaceRecoveryCodes', 'Get new recovery codes', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'The codes before stop working.',
        }),
        body: PasswordBody,
        response: { 200: success(RecoveryCodesView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(await secondFactors.replaceRecoveryCodes(userId, request.body.password, mailRequestOf(request)));
    },
  );
}
