import { useState } from 'react';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';
import { OrderForm } from './order-form.tsx';
import { ReasonField } from './reason-field.tsx';

/** Puts somebody out who may come back at once. */
export function KickDialog({ participant, onClose }: AboutParticipant) {
  const { order } = useRoomParts();
  const [reason, setReason] = useState('');
  const words = strings.order;
  return (
    <OrderForm
      title={words.kickTitle(participant.username)}
      description={words.kickHint}
      act={words.kick}
      onAct={() => order.kick(participant, reason)}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </OrderForm>
  );
}
