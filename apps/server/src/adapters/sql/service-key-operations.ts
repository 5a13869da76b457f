import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export async function serviceKey(db: Kysely<Schema>, name: string, initial: string): Promise<string> {
  await db
    .insertInto('service_keys')
    .values({ name, key: initial })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key } = await db.selectFrom('service_keys').select('key').where('name', '=', name).executeTakeFirstOrThrow();
  return key;
}
