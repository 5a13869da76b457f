// Ends with status 0 when the server of this container can do its work: by https or, behind a proxy, by http.
import { get as getByHttp } from 'node:http';
import { get as getByHttps } from 'node:https';

const { ROOMTONE_PORT: port = '7420', ROOMTONE_TLS: tls } = process.env;
const get = tls === 'off' ? getByHttp : getByHttps;
// The certificate is its own, and this asks nobody but itself.
const request = get(
  { host: '127.0.0.1', port, path: '/health/ready', rejectUnauthorized: false, timeout: 4_000 },
  (response) => {
    process.exit(response.statusCode === 200 ? 0 : 1);
  },
);
request.on('timeout', () => request.destroy());
request.on('error', () => process.exit(1));
