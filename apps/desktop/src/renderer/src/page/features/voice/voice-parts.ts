import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { VoiceController } from './voice-controller.ts';

/** The controller of the voices in the current room. */
export const VoiceContext = createContext<VoiceController | undefined>(undefined);

export function useVoiceController(): VoiceController {
  return useRequiredContext(VoiceContext);
}
