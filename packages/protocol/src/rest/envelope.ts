import Type from 'typebox';
import { errorCodes } from '../errors.ts';

/** The success envelope (interface specification, "Endpoints"). */
export function success<T extends Type.TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true), data, message: Type.Optional(Type.String()) });
}

export const ErrorEnvelope = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.Enum([...errorCodes]),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
});
export type ErrorEnvelope = Type.Static<typeof ErrorEnvelope>;
