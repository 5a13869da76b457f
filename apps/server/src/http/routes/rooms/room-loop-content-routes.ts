import { LoopLayer, PatternsChangeBody, StepsBody } from '@roomtone/protocol/rest';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { changePatternsIn, layerIn } from './room-loop-bodies.ts';
import { answers, errorsOfLoop, LoopParams, makers, ofLoop, users, usingLoops } from './room-loop-requests.ts';
import type { RoomUseDeps } from './room-use.ts';

/** The layers of a recorded loop, and step patterns (S35). */
export function roomLoopContentRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('play');
  const use = usingLoops(fromOutside);

  app.post(
    `${ofLoop}/layers`,
    {
      schema: {
        ...operation('addLayer', 'Add a layer to a recorded loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: makers,
        }),
        params: LoopParams,
        body: LoopLayer,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => [{ slot, overdub: layerIn(request.body) }]),
  );

  app.delete(
    `${ofLoop}/layers/last`,
    {
      schema: {
        ...operation('removeLayer', 'Remove the last layer of a recorded loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${makers} The loop goes with its only layer.`,
        }),
        params: LoopParams,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => [{ slot, undo: {} }]),
  );

  app.patch(
    `${ofLoop}/patterns`,
    {
      schema: {
        ...operation('changePatterns', 'Change step patterns', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${users} What all patterns share, and their lengths. Absent fields keep their values.`,
        }),
        params: LoopParams,
        body: PatternsChangeBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => [{ slot, changePatterns: changePatternsIn(request.body) }]),
  );

  app.put(
    `${ofLoop}/steps`,
    {
      schema: {
        ...operation('setSteps', 'Set steps of a pattern', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${users} A key without a lane gets one.`,
        }),
        params: LoopParams,
        body: StepsBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => [{ slot, setSteps: request.body }]),
  );
}
