import { RoomtoneError } from '@roomtone/protocol';
import type { onRequestHookHandler } from 'fastify';
import { type Authentication, requirePrincipal } from './authentication.ts';

/**
 * Hooks that let only admins pass. They run before the request is checked, so that users who may not do this learn nothing
 * about it.
 */
export function adminOnly(authentication: Authentication): onRequestHookHandler[] {
  return [
    authentication.required,
    (request, _reply, done) => {
      if (!requirePrincipal(request).roles.includes('admin')) {
        throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only admins may do this.', { required: ['admin'] });
      }
      done();
    },
  ];
}
