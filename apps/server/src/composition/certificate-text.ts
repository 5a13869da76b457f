import type { ManagedCertificateState } from '../application/hosting/managed-certificate.ts';

/** The state of the certificate for the server's name, in words for the host. */
export function certificateText(
  { current, lastFailure }: ManagedCertificateState,
  { name, directoryUrl }: { readonly name: string; readonly directoryUrl: string },
): string {
  const authority = new URL(directoryUrl).host;
  if (lastFailure === undefined) {
    return current === undefined
      ? `There is no certificate for ${name} yet, so browsers warn. The server is asking ${authority} for one.`
      : `Certificate for ${name}: valid until ${dateOf(current.notAfterMs)}.`;
  }
  const { problem, reason, nextMs } = lastFailure;
  const what =
    current === undefined
      ? `There is no certificate for ${name} yet, so browsers warn: ${authority} issued none.`
      : `The certificate for ${name} could not be renewed. It stays in use, and is valid until ${dateOf(current.notAfterMs)}.`;
  return [
    what,
    `Reason: ${reason}`,
    ...(problem === 'challengeFailed'
      ? [
          `What helps: port 443 (or port 80) of ${name} has to lead to the port of this server, from anywhere on the internet.`,
        ]
      : []),
    `Next attempt: ${timeOf(nextMs)}.`,
  ].join('\n');
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
