import type { Language } from '@roomtone/words';
import { type Server, serverWords } from '@roomtone/words/server';
import { type Html, html, htmlPage } from './html-page.ts';

export interface ReachPageOptions {
  readonly language: Language;
  /** The server's. */
  readonly name: string;
}

/**
 * The page of the test link: it reports that it was opened, then opens a data channel and waits for what it sends to come back.
 * The link's token stands behind the `#`, which browsers send to nobody.
 */
export function reachPage({ language, name }: ReachPageOptions) {
  const words = serverWords(language).reach;
  const says = words.says;
  const rows: Html = html`<ul>
<li><strong>TCP</strong>: <span id="tcp">${says.trying}</span></li>
<li><strong>UDP</strong>: <span id="udp">${says.trying}</span></li>
</ul>`;
  const data = html`<template id="words" ${attributes(says)}></template>`;
  return htmlPage({
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p>${words.lead({ name })}</p>
${rows}
<p class="note" id="end" hidden>${words.end}</p>
<noscript><p class="note">${words.noScript}</p></noscript>
${data}`,
    language,
    script,
    connects: true,
  });
}

function attributes(says: Server['reach']['says']): Html[] {
  return Object.entries(says).map(([name, text]) => html`data-${{ markup: name }}="${text}"`);
}

/** As long as clients wait for a data channel (R17). */
const waitMs = 15_000;

// Runs in the visitor's browser, of any make.
const script = `(async () => {
  const words = document.getElementById('words').dataset;
  const show = (id, outcome) => { document.getElementById(id).textContent = words[outcome]; };
  const token = (/[#&]token=([\\w-]+)/.exec(location.hash) || [])[1] || '';
  const report = async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/reach-test/visits', { method: 'POST', headers, body: JSON.stringify({ token, ...body }) });
    const { success, data } = await answer.json();
    if (!success) throw new Error('refused');
    return data;
  };
  const finish = async (outcome) => {
    show('udp', outcome);
    document.getElementById('end').hidden = false;
    if (outcome !== 'reached') await report({ udp: outcome });
  };
  try {
    await report({});
    show('tcp', 'reached');
  } catch {
    show('tcp', 'over');
    show('udp', 'none');
    return;
  }
  if (typeof RTCPeerConnection === 'undefined') return finish('none');
  const connection = new RTCPeerConnection({ iceServers: [] });
  const channel = connection.createDataChannel('notes', { negotiated: true, id: 0, ordered: false, maxRetransmits: 0 });
  channel.binaryType = 'arraybuffer';
  await connection.setLocalDescription();
  const { answer } = await report({ offer: connection.localDescription.sdp });
  if (answer === null) return finish('none');
  let isOver = false;
  const end = (outcome) => {
    if (isOver) return;
    isOver = true;
    connection.close();
    void finish(outcome);
  };
  setTimeout(() => end('failed'), ${waitMs});
  channel.onmessage = () => end('reached');
  channel.onopen = () => {
    // One may get lost.
    const send = () => { if (!isOver) { channel.send(new Uint8Array([1])); setTimeout(send, 200); } };
    send();
  };
  await connection.setRemoteDescription({ type: 'answer', sdp: answer });
})().catch(() => { document.getElementById('udp').textContent = document.getElementById('words').dataset.failed; });`;
