import { connect, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { serverLimits } from '../../domain/server-limits.ts';
import { type Mail, MailRefused, type MailSender } from '../../ports/mail.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  readonly url: string;
  /** The sender's address, which may have a name: `Roomtone <music@example.org>`. */
  readonly from: string;
  /** How long the server may take to accept a connection, to greet, and to answer. */
  readonly timeoutMs: number;
}

/**
 * Sends mails by SMTP. Over `smtp://` the connection must switch to TLS (STARTTLS) before anything else, except to a server on
 * this machine: a link to a new password must not be readable on the way.
 */
export function createSmtpSender({ url, from, timeoutMs }: SmtpOptions): MailSender {
  let opening: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const { protocol, hostname, port, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const portNumber = port === '' ? (secure ? 465 : 587) : Number(port);
    const isHere = ['localhost', '::1'].includes(host) || host.startsWith('127.');
    return createTransport({
      host,
      port: portNumber,
      secure,
      requireTLS: !secure && !isHere,
      ignoreTLS: !secure && isHere,
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...(secure ? {} : { getSocket: openBounded({ host, port: portNumber, timeoutMs }) }),
      // Texts are ours; nothing in them may make it read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async send({ to, subject, text }: Mail) {
      opening ??= open();
      const transport = await opening;
      try {
        // An object is never parsed: an address with a comma would otherwise be two.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, encoding: 'quoted-printable' });
      } catch (error) {
        const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
        const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
        if (!isAboutMail || typeof responseCode !== 'number' || responseCode < 500) throw error;
        throw new MailRefused(`the mail server refuses it with ${responseCode}`, { cause: error });
      }
    },
    close() {
      opening?.then((transport) => transport.close()).catch(() => {});
    },
  };
}

/**
 * Opens plain connections on which the server may say only so much. The library takes lines without end, and each empty one costs a
 * turn of the event loop; before TLS, anybody on the way can send them.
 */
function openBounded({ host, port, timeoutMs }: { host: string; port: number; timeoutMs: number }) {
  return (_options: unknown, opened: (error: Error | null, options?: { connection: Socket }) => void): void => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const push = socket.push.bind(socket);
    let left = serverLimits.mail.answerBytes;
    socket.push = (chunk: Buffer | null, encoding) => {
      left -= chunk?.length ?? 0;
      if (left >= 0) return push(chunk, encoding);
      socket.destroy(new Error('The mail server sends too much.'));
      return false;
    };
    socket.once('error', opened);
    socket.once('timeout', () => socket.destroy(new Error('The mail server does not answer.')));
    socket.once('connect', () => {
      socket
        .off('error', opened)
        .on('error', () => {})
        .removeAllListeners('timeout')
        .setTimeout(0);
      opened(null, { connection: socket });
    });
  };
}
