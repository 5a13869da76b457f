import swagger from '@fastify/swagger';
import { fastify, type RouteOptions } from 'fastify';
import type { Config } from '../../config/config.ts';
import { version } from '../../version.ts';
import { markShapes } from './named-schemas.ts';
import { completeDocument, type OpenApiDocument } from './openapi-document.ts';

/** Makes the OpenAPI document of these routes. Routes without a tag do not belong to the API. */
export async function makeDocument(
  routes: readonly RouteOptions[],
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<OpenApiDocument> {
  const described = fastify({ exposeHeadRoutes: false });
  // It never gets a request.
  described.setValidatorCompiler(() => () => true);
  described.setSerializerCompiler(() => () => '');
  await described.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Roomtone',
        version: version(),
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: publicUrl ?? '/', description: 'This server' }],
      tags: tags.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` of a sign-in.' },
          metrics: { type: 'http', scheme: 'bearer', description: 'The token that the host has set for metrics.' },
        },
      },
    },
  });
  for (const { method, url, schema } of routes) {
    if (schema !== undefined) described.route({ method, url, schema: markShapes(schema), handler: () => undefined });
  }
  await described.ready();
  // The plugin's types do not know OpenAPI 3.1; the document is JSON either way.
  return completeDocument(described.swagger() as unknown as OpenApiDocument);
}

const introduction = `Rooms for playing music together. What happens inside a room travels over a WebSocket as Protocol
Buffers, whose files are at \`/proto/\`; everything else is here. Guides are at \`/docs/\`.

Every path under \`/api\` is also served under \`/api/v1\`. A success is \`{success: true, data}\`, a failure
\`{success: false, error: {code, message, details}}\`. Unknown fields in a body are refused.`;

const tags = [
  ['Authentication', 'Accounts, sign-in and tokens.'],
  ['Users', 'Profiles, pictures and roles.'],
  ['Second factor', 'What an account has besides its password.'],
  ['Bots', 'Accounts for programs, and their tokens.'],
  ['Friends', 'Friends, requests and blocks.'],
  ['Rooms', 'Find, create and change rooms.'],
  ['Invitations', 'Let people in where accounts and guests are not free for everybody.'],
  ['Webhooks', 'Tell other programs what happens in rooms.'],
  ['Billing', 'The paid tier.'],
  ['Real time', 'Tickets for the WebSocket.'],
  ['Utility', 'Pages, health and metrics.'],
] as const;
