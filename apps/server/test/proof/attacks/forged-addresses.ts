import { ask } from '../raw-request.ts';
import { type Attack, repeat } from './attack.ts';

/** The address that the server trusts as a proxy's. */
export const proxyAddress = '127.0.7.1';
/** As many as one address may try in a minute, and as many in the next. */
const mostTries = 20;

/** The client behind the proxy is always the same; only the port in the header differs. More tries than an address has would be a gain. */
export const forgeAddresses: Attack = ({ ms, victim, port }) => {
  let tried = 0;
  let sent = 0;
  return repeat({ ms, atLeast: 2 * mostTries }, ['', '', '', ''], async () => {
    const { status } = await ask({ port, from: proxyAddress }, 'POST', '/api/auth/login', {
      body: { username: victim, password: 'a guess at it' },
      headers: [`X-Forwarded-For: 203.0.113.7:${10_000 + ++sent}`],
    });
    if (status === 401) tried++;
    return { status, gained: tried > mostTries };
  });
};
