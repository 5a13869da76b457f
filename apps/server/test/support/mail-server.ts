import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As they were sent, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded. */
  readonly text: string;
}

export interface MailServer {
  /** `smtp://127.0.0.1:…`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** How often somebody wanted to hand over a mail. */
  readonly attempts: number;
  /** Answers the next mails with this code, such as 451 or 550. */
  refuse(code: number, times: number): void;
}

/** A real SMTP server on a port of its own, without TLS. It is closed when the test ends. */
export async function startMailServer(user?: {
  readonly name: string;
  readonly password: string;
}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: user === undefined,
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        attempts++;
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, ...parsed(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const login = user === undefined ? '' : `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@`;
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    received,
    get attempts() {
      return attempts;
    },
    refuse: (code, times) => refusals.push(...Array<number>(times).fill(code)),
  };
}

/** A mail of one part in quoted-printable. */
function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bytes = body
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n') };
}
