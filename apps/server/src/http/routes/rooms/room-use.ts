// Shared by the routes of loops, turns and the metronome (S35, S36, S37).
import { namesOf, RoomtoneError, validationError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import type { RequestingUser, RoomsFromOutside } from '../../../application/rooms/rooms-from-outside.ts';
import { personOf } from '../../../domain/bot-scopes.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';

export interface RoomUseDeps {
  readonly fromOutside: RoomsFromOutside;
  readonly authentication: Authentication;
}

export function requestingUser(request: FastifyRequest): RequestingUser {
  const principal = requirePrincipal(request);
  const { userId, roles } = principal;
  return { userId, personId: personOf(principal), ...namesOf(principal), roles, address: request.ip };
}

/** Refusals name fields by the names that fields have in REST. @param part of the body that all fields but these are in. */
export async function withRestNames<T>(
  answer: Promise<T>,
  part?: { readonly name: string; readonly except: readonly string[] },
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RoomtoneError) || error.code !== 'VALIDATION_ERROR') throw error;
    const { errors } = error.details;
    if (errors === undefined) throw error;
    throw validationError(
      errors.map((problem) => {
        const field = restName(problem.field);
        return {
          ...problem,
          field: part === undefined || part.except.includes(field) ? field : `${part.name}.${field}`,
        };
      }),
    );
  }
}

/** `beats_per_bar` for beatsPerBar. */
function restName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
