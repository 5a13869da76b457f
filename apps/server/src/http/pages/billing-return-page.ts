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
    checkReturnUrls({ to });
    if (!isAppLink(to)) {
      return sendPage(reply, {
        status: 400,
        title: 'Not a Roomtone link',
        body: html`<h1>This link doesn’t work</h1>
<p>Go back to Roomtone and try again.</p>`,
      });
    }
    return sendPage(reply, {
      title: 'Back to Roomtone',
      body: html`<h1>Back to the music</h1>
<p>You are done here. Open Roomtone, then close this page.</p>
<div class="acts"><a class="button" href="${to}">Open Roomtone</a></div>`,
    });
  });
}
