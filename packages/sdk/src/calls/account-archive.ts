import type { CallOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { ExportBody, ExportView } from '../views.ts';
import type { Send } from './send.ts';

/** An archive may be long, and some downlinks are slow. */
const archiveTimeoutMs = 60_000;

/** @param client a RoomtoneClient. */
export function archiveCalls({ call: send }: { readonly call: Send }) {
  return {
    /**
     * Everything that the server has of the signed-in user's account, in one archive: a .tar.gz in base64. Needs the `password`
     * of an account that has one.
     */
    export: async (body: ExportBody = {}, options: CallOptions = {}): Promise<ExportView> => {
      checkKeys(body, 'password', 'export()');
      const given = { timeoutMs: archiveTimeoutMs, ...options };
      return send({ method: 'POST', path: '/api/users/profile/export', body }, given);
    },
  };
}
