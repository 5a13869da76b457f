import { createHash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Place } from './address.ts';
import type { Finding } from './finding.ts';

const waitMs = 5_000;
const dayMs = 86_400_000;
const soonMs = 14 * dayMs;

interface Served {
  readonly certificate: X509Certificate;
  readonly fingerprint: string;
  /** Why it is not trusted, as a code of Node's; undefined if it is. */
  readonly problem: string | undefined;
}

/** Is the connection protected, by which key, and until when? @param pinned the key that the server should have. */
export async function checkCertificate(
  place: Place,
  pinned: string | undefined,
  nowMs: number,
): Promise<readonly Finding[]> {
  if (!place.isSecure) return [plainHttp(place.host)];
  const served = await certificateAt(place);
  if (served === undefined) {
    const advice = 'Use the address as the server prints it, with http:// or https://.';
    return [{ about: 'certificate', verdict: 'bad', words: 'Whatever answers there does not speak TLS.', advice }];
  }
  const key = keyFindings(place.host, served, pinned);
  // A key that is known counts whatever else the certificate says.
  return pinned === undefined ? [...key, ...validity(served.certificate, nowMs)] : key;
}

function plainHttp(host: string): Finding {
  const about = 'certificate';
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isHere) return { about, verdict: 'good', words: 'Plain http, to this computer only.' };
  const advice = 'Others on the way can read passwords. The host sets ROOMTONE_TLS=auto.';
  return { about, verdict: 'warning', words: 'Plain http: browsers give no MIDI and no low-latency sound.', advice };
}

function keyFindings(
  host: string,
  { certificate, fingerprint, problem }: Served,
  pinned: string | undefined,
): readonly Finding[] {
  const about = 'key';
  if (pinned !== undefined && pinned !== fingerprint) {
    const words = `The server has the key ${fingerprint}, not the one of your invitation.`;
    const advice = 'Do not sign in. It is another server, or it was set up anew: ask the host for a new invitation.';
    return [{ about, verdict: 'bad', words, advice }];
  }
  if (pinned !== undefined) return [{ about, verdict: 'good', words: 'The server has the key of your invitation.' }];
  if (problem === undefined)
    return [{ about, verdict: 'good', words: 'A known authority has signed the certificate for this name.' }];
  // The dates have a finding of their own.
  if (problem === 'CERT_HAS_EXPIRED' || problem === 'CERT_NOT_YET_VALID') return [];
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = certificate.subjectAltName?.replaceAll(/\b(DNS|IP Address):/g, '') ?? 'nothing';
    return [
      { about, verdict: 'bad', words: `The certificate is not for ${host}, but for ${names}.`, advice: otherName },
    ];
  }
  const advice = `Compare it with what the server prints at its start. Then use --fingerprint ${fingerprint}, or its invitation link.`;
  return [{ about, verdict: 'bad', words: `The certificate is the server's own; its key is ${fingerprint}.`, advice }];
}

const otherName = 'Use a name that it is for, or the invitation link.';

function validity(certificate: X509Certificate, nowMs: number): readonly Finding[] {
  const about = 'certificate';
  const [fromMs, toMs] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (nowMs < fromMs) {
    return [
      {
        about,
        verdict: 'bad',
        words: `It is valid from ${day(fromMs)} on.`,
        advice: 'Is the clock of this computer right?',
      },
    ];
  }
  if (nowMs > toMs) {
    const advice = 'The host renews it. Is the clock of this computer right?';
    return [{ about, verdict: 'bad', words: `It expired on ${day(toMs)}.`, advice }];
  }
  if (toMs - nowMs < soonMs)
    return [{ about, verdict: 'warning', words: `It expires on ${day(toMs)}.`, advice: 'The host renews it.' }];
  return [{ about, verdict: 'good', words: `It is valid until ${day(toMs)}.` }];
}

function certificateAt({ host, port }: Place): Promise<Served | undefined> {
  return new Promise((resolve) => {
    // Looked at, not trusted: nothing is sent over this connection.
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(isIP(host) ? {} : { servername: host }),
      timeout: waitMs,
    });
    const end = (served: Served | undefined) => {
      socket.destroy();
      resolve(served);
    };
    socket.once('secureConnect', () => {
      const raw = socket.getPeerCertificate(true).raw as Buffer | undefined;
      if (raw === undefined) return end(undefined);
      const certificate = new X509Certificate(raw);
      const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
      end({
        certificate,
        fingerprint: createHash('sha256').update(key).digest('base64url'),
        problem: socket.authorized ? undefined : String(socket.authorizationError),
      });
    });
    socket.once('timeout', () => end(undefined));
    socket.once('error', () => end(undefined));
  });
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
