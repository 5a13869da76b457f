import serializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Fastify's own serializers, each compiled with the first answer that needs it: compiling all of them would take a large part
 * of the start.
 */
export const serializersOnDemand: NonNullable<Factories['buildSerializer']> = (externalSchemas, options) => {
  const compile = serializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(route);
      return serialize(answer);
    };
  };
};
