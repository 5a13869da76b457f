import { CallError } from '../connection/worker-client.ts';

/** Where the payment provider sends people back to: this page, or the app by its own kind of link. */
export function returnUrl(path: string): string {
  return location.protocol.startsWith('http') ? location.origin + path : `roomtone:/${path}`;
}

/** Whether this page can go to the provider's; the app's window stays at home. */
export function canLeave(): boolean {
  return location.protocol.startsWith('http');
}

/** Whether a call was refused because there is no subscription. */
export function hasNoSubscription(error: unknown): boolean {
  return error instanceof CallError && error.problem === undefined && error.code === 'RESOURCE_NOT_FOUND';
}
