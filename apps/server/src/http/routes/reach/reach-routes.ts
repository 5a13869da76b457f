import { isIP } from 'node:net';
import { ReachView, ReachVisitBody, ReachVisitView, success } from '@roomtone/protocol/rest';
import { acceptedLanguage } from '@roomtone/words';
import type { FastifyRequest } from 'fastify';
import type { ReachTest, Visitor } from '../../../application/hosting/reach-test.ts';
import { reachPage } from '../../pages/reach-page.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime } from '../users/account-views.ts';

export interface ReachRoutesDeps {
  readonly reach: ReachTest;
  /** The links with a token, the one for friends outside first. */
  readonly linksOf: (token: string) => readonly string[];
  readonly name: string;
  readonly authentication: Authentication;
}

/** Can others reach this server? The test link's page, and what the host sees of it (S29.10). */
export function reachRoutes(app: App, deps: ReachRoutesDeps): void {
  const { reach, name, authentication } = deps;
  app.get('/reach', async (request, reply) => {
    const { headers, markup } = reachPage({ language: acceptedLanguage(request.headers['accept-language']), name });
    return reply.headers(headers).send(markup);
  });

  app.get(
    '/api/reach-test',
    {
      schema: {
        ...operation('readReachTest', 'Read who reaches the server', 'Utility', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Admins only. What the server found at its own public address, and what visitors of the test link have reached.',
        }),
        response: { 200: success(ReachView) },
      },
      onRequest: adminOnly(authentication),
    },
    async () => succeed(viewOf(deps)),
  );

  app.post(
    '/api/reach-test',
    {
      schema: {
        ...operation('startReachTest', 'Make a test link', 'Utility', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Admins only. Somebody outside opens it; its page tells what it reaches over TCP and UDP. It replaces the last one.',
        }),
        response: { 201: success(ReachView) },
      },
      onRequest: adminOnly(authentication),
    },
    async (_request, reply) => {
      reach.start();
      reply.code(201);
      return succeed(viewOf(deps));
    },
  );

  app.post(
    '/api/reach-test/visits',
    {
      schema: {
        ...operation('visitReachTest', 'Report what the test link reached', 'Utility', {
          token: 'ignored',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'For the page of the test link: that it was opened; the `offer` of a data channel, which is answered; or what became ' +
            'of it.',
        }),
        body: ReachVisitBody,
        response: { 200: success(ReachVisitView) },
      },
    },
    async (request) => {
      const { token, offer, udp } = request.body;
      const visitor = visitorOf(request);
      if (udp !== undefined) reach.failed(token, visitor, udp);
      else reach.visited(token, visitor);
      const answer = offer === undefined ? undefined : await reach.answer(token, visitor, offer);
      return succeed({ answer: answer ?? null });
    },
  );
}

function viewOf({ reach, linksOf }: ReachRoutesDeps): ReachView {
  const { own, test, visits } = reach.state;
  return {
    own,
    links: test === undefined ? [] : [...linksOf(test.token)],
    expires_at: test === undefined ? null : dateTime(test.expiresAtMs),
    visits: visits.map(({ atMs, address, isOutside, reachedAt, udp }) => ({
      visited_at: dateTime(atMs),
      address,
      outside: isOutside,
      reached_at: reachedAt,
      udp,
    })),
  };
}

function visitorOf(request: FastifyRequest): Visitor {
  const asked = request.hostname.replace(/^\[(.*)\]$/, '$1');
  const own = request.raw.socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  const reached = [...new Set([asked, own])].filter((address) => isIP(address) !== 0);
  return { address: request.ip.replace(/^::ffff:/, ''), host: request.host, reached };
}
