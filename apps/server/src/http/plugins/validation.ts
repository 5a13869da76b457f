import type { FastifySchemaCompiler } from 'fastify';
import { createSchemaCompilers } from '../../application/schema-validation.ts';

/**
 * Compiles request schemas, each with the first value that it is needed for: compiling all of them would take a large part of
 * the start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const compilers = createSchemaCompilers();
  return ({ schema, httpPart }) => {
    const compile = httpPart === 'querystring' ? compilers.query : compilers.body;
    let compiled: ReturnType<typeof compile> | undefined;
    const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
      compiled ??= compile(schema);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  };
}
