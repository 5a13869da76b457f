import type { FastifyRequest } from 'fastify';
import type { MailRequest } from '../../../application/accounts/account-mails.ts';
import { addressBlock } from '../../../application/address-block.ts';
import { mailLanguage } from '../../../application/mail/mail-texts.ts';

/** The user whose request causes a mail, and the language of its reader. */
export function mailRequestOf(request: FastifyRequest): MailRequest {
  return { address: addressBlock(request.ip), language: mailLanguage(request.headers['accept-language']) };
}
