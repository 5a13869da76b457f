import { CallError } from '../../../contract/call-error.ts';

/** True if a call failed because there is no subscription. */
export function hasNoSubscription(error: unknown): boolean {
  return error instanceof CallError && error.problem === undefined && error.code === 'RESOURCE_NOT_FOUND';
}
