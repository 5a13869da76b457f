import { createHash } from 'node:crypto';
import type { Session } from 'electron';
import { serveAppFiles } from '../windows/app-protocol.ts';
import { restrictPermissions } from '../windows/permissions.ts';
import { idOf, type Server } from './known-servers.ts';
import { certificateAnswer } from './server-key.ts';

type ServerSession = Parameters<typeof restrictPermissions>[0] & Pick<Session, 'setCertificateVerifyProc' | 'protocol'>;

export interface ServerSessionParts {
  readonly fromPartition: (partition: string) => ServerSession;
  readonly root: string;
  /** Called when something other than the server answered at its address and was refused. */
  readonly onOther: (serverId: string) => void;
}

/** The partition of a server: no other server shares its storage or its certificate verdicts. */
function partitionOf(server: Server): string {
  return `persist:server-${createHash('sha256').update(idOf(server)).digest('hex').slice(0, 32)}`;
}

/**
 * Returns the partition of a server and sets its session up the first time: it shows the app's own pages, which may
 * connect only to that server and only while it has the key it is known by.
 */
export function createServerSessions({ fromPartition, root, onOther }: ServerSessionParts): (server: Server) => string {
  /** The addresses of each server, by partition. */
  const addresses = new Map<string, readonly string[]>();
  return (server) => {
    const partition = partitionOf(server);
    const isNew = !addresses.has(partition);
    const known = [server.address, ...(server.others ?? [])];
    addresses.set(partition, known);
    if (!isNew) return partition;
    const session = fromPartition(partition);
    restrictPermissions(session);
    session.setCertificateVerifyProc(({ certificate }, answer) => {
      const verdict = certificateAnswer(certificate.data, server.fingerprint);
      // Of several addresses one may be another server's in the network where the user is now.
      if (verdict !== 0 && addresses.get(partition)?.length === 1) onOther(idOf(server));
      answer(verdict);
    });
    session.protocol.handle(
      'app',
      serveAppFiles(root, () => addresses.get(partition) ?? known),
    );
    return partition;
  };
}
