import { RoomtoneError } from '@roomtone/protocol';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Authentication, requirePrincipal } from './authentication.ts';

/**
 * Hooks that let only admins pass. They run before the request is checked, so that users who may not do this learn nothing
 * about it.
 */
export function adminOnly(authentication: Authentication): onRequestHookHandler[] {
  return [
    authentication.required,
    (request, _reply, done) => {
      requireAdmin(request);
      done();
    },
  ];
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for users without the admin role in storage, or whose role does not count. */
function requireAdmin(request: FastifyRequest): void {
  const { roles, needsSecondFactor } = requirePrincipal(request);
  if (roles.includes('admin')) return;
  if (needsSecondFactor) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'This server asks admins for a second factor. Set one up first.', {
      required: ['admin'],
      reason: 'second_factor',
    });
  }
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only admins may do this.', { required: ['admin'] });
}
