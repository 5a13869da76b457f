import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Config } from '../config.ts';
import { completeDocument, type OpenApiDocument } from './openapi-document.ts';
import type { App } from './server-types.ts';

/**
 * Collects what routes say of themselves: to be called before the first route. A route without a tag is none of the API's.
 */
export async function collectReference(app: App, config: Pick<Config, 'publicUrl'>): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Roomtone',
        version: '1.0.0',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: config.publicUrl ?? '/', description: 'This server' }],
      tags: tags.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` of a login.' },
          metrics: { type: 'http', scheme: 'bearer', description: 'The token that the host has set for metrics.' },
        },
      },
    },
    // The plugin's types know nothing of OpenAPI 3.1; the document is JSON either way.
    transformObject: (made) =>
      'openapiObject' in made
        ? (completeDocument(made.openapiObject as OpenApiDocument) as typeof made.openapiObject)
        : made.swaggerObject,
  });
}

/** `/docs/openapi.json`, and at `/docs` the same for people (decisions 1). */
export async function apiReference(app: App): Promise<void> {
  app.get('/docs/openapi.json', async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Roomtone API' },
    // The other layout has a bar of its own with a style that the Content-Security-Policy forbids.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  });
}

const introduction = `Rooms for playing music together. What happens inside a room travels over a WebSocket as Protocol
Buffers, whose files are at \`/proto/\`; everything else is here.

Every path under \`/api\` is also served under \`/api/v1\`. A success is \`{success: true, data}\`, a failure
\`{success: false, error: {code, message, details}}\`. Unknown fields in a body are refused.`;

const tags = [
  ['Authentication', 'Accounts, logins and their tokens.'],
  ['Users', 'Profiles, pictures and roles.'],
  ['Friends', 'Friends, requests and blocks.'],
  ['Rooms', 'Rooms: find, make, change.'],
  ['Billing', 'The paid tier.'],
  ['Real time', 'The way to the WebSocket.'],
  ['Utility', 'Pages, health and metrics.'],
] as const;
