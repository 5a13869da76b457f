import { createHash } from 'node:crypto';
import type { Session } from 'electron';
import { serveAppFiles } from '../windows/app-protocol.ts';
import { restrictPermissions } from '../windows/permissions.ts';
import { idOf, type Server } from './known-servers.ts';
import { certificateAnswer } from './server-key.ts';

type ServerSession = Parameters<typeof restrictPermissions>[0] & Pick<Session, 'setCertificateVerifyProc' | 'protocol'>;

export interface ServerSessionParts {
  readonly fromPartition: (partition: string) => ServerSession;
  /** The app's own pages. */
  readonly root: string;
  /** Told when another one than the server answers at its address, which got no connection. */
  readonly onOther: (serverId: string) => void;
}

/** The partition of a server: what Chromium keeps for it, and its verdict on certificates, is for nobody else. */
export function partitionOf(server: Server): string {
  return `persist:server-${createHash('sha256').update(idOf(server)).digest('hex').slice(0, 32)}`;
}

/**
 * Makes the sessions of servers ready, each once: the app's own pages, with leave to speak with that server alone, as
 * long as it has the key it is known by.
 */
export function createServerSessions({ fromPartition, root, onOther }: ServerSessionParts): (server: Server) => string {
  /** Where each server is, by partition. */
  const addresses = new Map<string, string>();
  return (server) => {
    const partition = partitionOf(server);
    const isNew = !addresses.has(partition);
    addresses.set(partition, server.address);
    if (!isNew) return partition;
    const session = fromPartition(partition);
    restrictPermissions(session);
    session.setCertificateVerifyProc(({ certificate }, answer) => {
      const verdict = certificateAnswer(certificate.data, server.fingerprint);
      if (verdict !== 0) onOther(idOf(server));
      answer(verdict);
    });
    session.protocol.handle(
      'app',
      serveAppFiles(root, () => addresses.get(partition) ?? server.address),
    );
    return partition;
  };
}
