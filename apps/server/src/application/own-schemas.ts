import type { Options } from 'ajv';

/** For schemas that are written here: tests show that they are sound, and no start has to show it again. */
export const ownSchemas: Options = { meta: false, validateSchema: false };
