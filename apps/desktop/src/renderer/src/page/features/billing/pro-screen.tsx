import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead } from '../../ui/panel.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Comparison } from './comparison.tsx';
import { OwnSubscription } from './own-subscription.tsx';
import { Products } from './products.tsx';
import './pro.css';

/** Pro's features and price, and the user's subscription. */
export function ProScreen() {
  const { account } = useParts();
  const status = useAccount((state) => state.status);
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  useTitle(strings.pro.title);
  return (
    <>
      <ScreenHead title={strings.pro.title} lead={isPro ? strings.pro.leadPro : strings.pro.lead}>
        {status === 'guest' && (
          <Button size="large" onClick={() => account.leaveGuest()}>
            {strings.pro.signIn}
          </Button>
        )}
      </ScreenHead>
      <div className="panels">
        <div>
          <Comparison />
        </div>
        <div>{isPro ? <OwnSubscription /> : <Products isGuest={status === 'guest'} />}</div>
      </div>
    </>
  );
}
