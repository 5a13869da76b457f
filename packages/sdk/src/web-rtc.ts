// The parts of data channels in browsers, for programs that use the SDK in a worker: the page makes the connection and
// transfers its channel. Apart from the main entry, because its types need the DOM.
export { DirectConnection } from './transport/direct-peer-browser.ts';
export { followChannel, PeerConnection, sendOn } from './transport/peer-browser.ts';
