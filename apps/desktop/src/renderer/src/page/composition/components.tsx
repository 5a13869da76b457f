import { ServerSample } from '../features/servers/server-sample.tsx';
import { ComponentsScreen } from '../features/showcase/components-screen.tsx';

/** The shared components, with those of a feature. */
export function Components() {
  return <ComponentsScreen serverSample={<ServerSample />} />;
}
