import { useQuery } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './pro.css';

const askAgainMs = 2_000;
/** After this many requests, the provider counts as slow. */
const maxAttempts = 15;

/** The page to which the payment provider returns, with or without a payment. */
export function AfterCheckoutScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  useTitle(strings.pro.title);
  return params['outcome'] === 'thanks' ? <Paid /> : <NotPaid />;
}

/** The user is often back before the provider has confirmed the payment, so this asks repeatedly. */
function Paid() {
  const { account } = useParts();
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  const { data: attempts = 0 } = useQuery<number>({
    queryKey: ['after-checkout'],
    queryFn: async ({ client, queryKey }) => {
      await account.refresh();
      return (client.getQueryData<number>(queryKey) ?? 0) + 1;
    },
    enabled: !isPro,
    refetchInterval: askAgainMs,
    gcTime: 0,
  });
  const words = strings.pro;
  if (isPro) {
    return (
      <EmptyState level={1} title={words.thanks} hint={words.thanksHint}>
        <Link className="button main large" href={pathTo('lobby')}>
          {words.toRooms}
        </Link>
        <Link className="button large" href={pathTo('pro')}>
          {words.yours}
        </Link>
      </EmptyState>
    );
  }
  const isLate = attempts >= maxAttempts;
  return (
    <EmptyState
      level={1}
      title={isLate ? words.late : words.confirming}
      hint={isLate ? words.lateHint : words.confirmingHint}
    >
      {!isLate && (
        <div className="confirming">
          <ProgressBar label={words.confirming} value={null} />
        </div>
      )}
      <Link className="button large" href={pathTo('lobby')}>
        {words.toRooms}
      </Link>
    </EmptyState>
  );
}

function NotPaid() {
  const words = strings.pro;
  return (
    <EmptyState level={1} title={words.notPaid} hint={words.notPaidHint}>
      <Link className="button main large" href={pathTo('pro')}>
        {words.back}
      </Link>
      <Link className="button large" href={pathTo('lobby')}>
        {words.toRooms}
      </Link>
    </EmptyState>
  );
}
