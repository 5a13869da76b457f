import { RoomtoneError, validationError } from '@roomtone/protocol';
import type { WebhookSender } from '../../ports/webhooks.ts';
import { parseAllowList, parseTarget } from '../page-fetcher/target.ts';

/**
 * Sends to public addresses by https alone, which are checked as those of page previews are (S20.2 to S20.4), and to those that the host
 * allows. Loads what it needs with the first request: most servers have no webhook.
 * @param allowHosts `host:port` entries.
 */
export function createWebhookSender(allowHosts: readonly string[]): WebhookSender {
  const allowed = parseAllowList(allowHosts);
  const target = (url: string) => {
    const found = parseTarget(url, allowed);
    if (found.url.protocol !== 'https:' && !found.allowed)
      throw validationError([{ field: 'url', issue: 'must be an address that starts with https://' }]);
    return found;
  };
  return {
    check: (url) => void target(url),
    async send({ url, headers, body }, signal) {
      const { post } = await import('./post.ts');
      try {
        return { status: await post(target(url), headers, body, signal) };
      } catch (error) {
        return { error: signal.aborted ? 'timeout' : codeOf(error) };
      }
    },
  };
}

/** A short code: texts of errors may say what answers inside a network. */
function codeOf(error: unknown): string {
  if (error instanceof RoomtoneError && error.code === 'VALIDATION_ERROR') return 'not_public';
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown };
    if (typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) && !(each instanceof RoomtoneError)) return code;
  }
  return 'unreachable';
}
