import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

/** Tests show that our own schemas are sound, so that no start has to check them. */
export function compileSchema<Schema extends TSchema>(schema: Schema): ValidateFunction<Static<Schema>> {
  return new Ajv({ meta: false, validateSchema: false }).compile<Static<Schema>>(schema);
}
