import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that only counts. */
export interface Mailbox {
  /** Settings of a server that sends its mails here. */
  readonly env: Readonly<Record<string, string>>;
  /** Mails to recover a password so far. */
  readonly recoveries: number;
  close(): void;
}

export async function openMailbox(): Promise<Mailbox> {
  let recoveries = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        if (text.includes('/recover-password')) recoveries++;
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    env: {
      ROOMTONE_SMTP_URL: `smtp://127.0.0.1:${port}`,
      ROOMTONE_MAIL_FROM: 'music@example.org',
      ROOMTONE_PUBLIC_URL: 'https://music.example.org',
    },
    get recoveries() {
      return recoveries;
    },
    close: () => server.close(() => {}),
  };
}
