// The subpath ./testing: a server in memory, for tests of programs that use the SDK.
export type { HttpAnswer, HttpRequest } from '../transport/exchange.ts';
export { FakeClock, settled } from './fake-clock.ts';
export { FakeServer, type FakeServerOptions } from './fake-server.ts';
export type { FakeSocket } from './fake-socket.ts';
