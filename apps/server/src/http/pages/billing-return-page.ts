import { acceptedLanguage } from '@roomtone/words';
import { serverWords } from '@roomtone/words/server';
import Type from 'typebox';
import { isAppLink, returnPath } from '../../domain/return-address.ts';
import type { App } from '../plugins/server-types.ts';
import { checkReturnUrls } from '../routes/billing/billing-return-url.ts';
import { html, sendPage } from './html-page.ts';

const Query = Type.Object({ to: Type.String({ maxLength: 4096 }) });

/** Leads a browser that comes from a payment provider on to the desktop app, and nowhere else. */
export function billingReturnPage(app: App): void {
  app.get(returnPath, { schema: { querystring: Query } }, async (request, reply) => {
    const { to } = request.query;
    const language = acceptedLanguage(request.headers['accept-language']);
    const words = serverWords(language).billing;
    checkReturnUrls({ to });
    if (!isAppLink(to)) {
      return sendPage(reply, {
        status: 400,
        title: words.notALink,
        language,
        body: html`<h1>${words.doesntWork}</h1>
<p>${words.tryAgain}</p>`,
      });
    }
    return sendPage(reply, {
      title: words.back,
      language,
      body: html`<h1>${words.backToMusic}</h1>
<p>${words.done}</p>
<div class="acts"><a class="button" href="${to}">${words.open}</a></div>`,
    });
  });
}
