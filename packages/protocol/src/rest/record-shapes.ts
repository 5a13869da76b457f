import { Optional, Object as object, type TObject, type TOptional, type TSchema } from 'typebox';
import { type Fields, mapped, type RestName, restName } from '../model/record.ts';

export type RestBody<F extends Fields> = TObject<{
  [Name in keyof F & string as RestName<Name>]: TOptional<F[Name]['body']>;
}>;

export type RestView<F extends Fields> = TObject<{ [Name in keyof F & string as RestName<Name>]: F[Name]['view'] }>;

/** The body of a request that sets some of the fields. */
export function restBody<F extends Fields>(fields: F): RestBody<F> {
  const shapes = mapped(fields, (name, { body }) => [restName(name), Optional(body)]);
  return object(shapes as Record<string, TSchema>, { additionalProperties: false }) as unknown as RestBody<F>;
}

/** The shape of an answer with all of the fields. */
export function restView<F extends Fields>(fields: F): RestView<F> {
  return object(
    mapped(fields, (name, { view }) => [restName(name), view]) as Record<string, TSchema>,
  ) as unknown as RestView<F>;
}
