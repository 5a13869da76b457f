import { acceptedLanguage } from '@roomtone/words';
import type { FastifyRequest } from 'fastify';
import type { MailRequest } from '../../../application/accounts/account-mails.ts';
import { addressBlock } from '../../../application/address-block.ts';

/** The user whose request causes a mail, and the language of its reader. */
export function mailRequestOf(request: FastifyRequest): MailRequest {
  return { address: addressBlock(request.ip), language: acceptedLanguage(request.headers['accept-language']) };
}
