import type { Transporter } from 'nodemailer';
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
    const isHere = ['localhost', '::1'].includes(host) || host.startsWith('127.');
    return createTransport({
      host,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && !isHere,
      ignoreTLS: !secure && isHere,
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
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
