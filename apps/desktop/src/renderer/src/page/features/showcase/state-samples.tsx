import { Users } from 'lucide-react';
import { CallError } from '../../../contract/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState, Skeleton } from '../../ui/states.tsx';
import { Sample } from './sample.tsx';

const failure = new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: 'unreachable' });

export function StateSamples() {
  return (
    <>
      <Sample name="Notice">
        <Notice>You were signed out. Please sign in again.</Notice>
        <Notice tone="bad">Can’t reach the server. Try again in a moment.</Notice>
      </Sample>
      <Sample name="Empty">
        <EmptyState icon={<Users />} title="No friends yet" hint="Add someone you have played with.">
          <Button kind="main" size="large">
            Find somebody
          </Button>
        </EmptyState>
      </Sample>
      <Sample name="Error">
        <ErrorState error={failure} onRetry={() => {}} />
      </Sample>
      <Sample name="Loading">
        <LoadingState />
        <Skeleton lines={3} />
      </Sample>
    </>
  );
}
