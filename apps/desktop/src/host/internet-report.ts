import type { StartOptions } from '@roomtone/server/start';
import type { Internet } from '../shared/internet.ts';

type InternetState = Parameters<NonNullable<StartOptions['onInternetChange']>>[0];

/** The server's state of the internet as a message for the main process. */
export function internetReport(state: InternetState): Internet {
  switch (state.status) {
    case 'asking':
    case 'shut':
      return { status: state.status };
    case 'open': {
      const { status, address, port, udpPort = null, protocol = null, untilMs = null } = state;
      return { status, address, port, udpPort, protocol, until: untilMs };
    }
    case 'closed': {
      const { status, problem, gateway = null, externalAddress = null } = state;
      return { status, problem, gateway, externalAddress };
    }
  }
}
