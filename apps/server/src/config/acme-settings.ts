import { isIP } from 'node:net';
import type { Parser } from './config-values.ts';

/** How the server gets a certificate from an authority; counts with ROOMTONE_TLS=acme only. */
export interface AcmeSettings {
  /** The authority's ACME directory. */
  readonly directoryUrl: string;
  /** Where the authority may write to. */
  readonly email: string | undefined;
  /** The host has read the authority's terms and accepts them. */
  readonly termsAgreed: boolean;
  /** A port on which checks by plain http are answered, besides the https port; undefined if there is none. */
  readonly httpPort: number | undefined;
}

export const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';

export const acmeDirectory: Parser<string> = (text) => {
  const url = URL.parse(text);
  const hasSecret = url === null || url.username !== '' || url.password !== '' || url.hash !== '';
  if (url?.protocol !== 'https:' || hasSecret) {
    return { issue: 'must be the address of an ACME directory that starts with https://' };
  }
  return { value: text };
};

export const emailAddress: Parser<string> = (text) =>
  /^[^\s<>"@,;?&%]+@[^\s<>"@,;?&%]+$/.test(text)
    ? { value: text }
    : { issue: `must be an email address, not "${text}"` };

/** No authority that browsers know gives certificates for names that end so (RFC 6761, RFC 6762, RFC 8375). */
const notPublic = /\.(internal|intranet|lan|home|corp|private|home\.arpa|test|example|invalid|onion)$/;

/** The settings that keep the server from getting a certificate; each names the variable. */
export function acmeProblems(
  { directoryUrl, termsAgreed }: AcmeSettings,
  server: {
    readonly host: string;
    readonly isLoopback: boolean;
    readonly publicUrl: string | undefined;
    readonly isBehindProxy: boolean;
  },
): string[] {
  const problems: string[] = [];
  const is = 'ROOMTONE_TLS is acme, but';
  const name = nameProblem(server.publicUrl, directoryUrl);
  if (name !== undefined) problems.push(`${is} ${name}`);
  if (server.isLoopback) problems.push(`${is} nobody else can reach ${server.host}: set ROOMTONE_HOST, too.`);
  if (server.isBehindProxy) {
    problems.push(
      `${is} ROOMTONE_TRUST_PROXY says that a proxy stands in front. Let the proxy get the certificate, and set ROOMTONE_TLS=off.`,
    );
  }
  if (!termsAgreed) {
    const where = directoryUrl === letsEncrypt ? ' (https://letsencrypt.org/repository/)' : '';
    problems.push(
      `${is} ROOMTONE_ACME_TERMS is not set. Read the terms of the certificate authority${where}; if you accept them, set ROOMTONE_ACME_TERMS=agreed.`,
    );
  }
  return problems;
}

function nameProblem(publicUrl: string | undefined, directoryUrl: string): string | undefined {
  const advice = 'a certificate is for a name on the internet, as in ROOMTONE_PUBLIC_URL=https://music.example.org.';
  if (publicUrl === undefined) return `ROOMTONE_PUBLIC_URL is not set: ${advice}`;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return 'ROOMTONE_PUBLIC_URL begins with http://: it has to begin with https://.';
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0) return `ROOMTONE_PUBLIC_URL has the IP address ${name}: ${advice}`;
  if (!name.includes('.') || /\.(local|localhost)$/.test(name)) {
    return `ROOMTONE_PUBLIC_URL has the name ${name}, which counts on this network only: ${advice}`;
  }
  // A private authority, which has an address of its own, may know such names.
  if (directoryUrl === letsEncrypt && notPublic.test(name)) {
    return `ROOMTONE_PUBLIC_URL has the name ${name}, which does not exist on the internet: ${advice}`;
  }
  return undefined;
}
