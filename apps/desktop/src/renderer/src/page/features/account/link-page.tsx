import type { ReactNode } from 'react';
import { PageMenu } from '../../app/frame/account-menu.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { appName } from '../../strings.ts';
import { useTitle } from '../../ui/use-title.ts';
import './link-page.css';

interface LinkPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The page opened by a link in a mail. It works with or without a signed-in user. */
export function LinkPage({ title, lead, children }: LinkPageProps) {
  useTitle(title);
  return (
    <div className="link-page lit-ground">
      <header className="link-page-bar">
        <Link href={pathTo('lobby')} className="wordmark">
          {appName}
        </Link>
        <PageMenu />
      </header>
      <main className="link-page-card">
        <h1>{title}</h1>
        <p className="muted">{lead}</p>
        {children}
      </main>
    </div>
  );
}

/** Leads on when there is nothing more to do. */
export function ToStart({ children }: { readonly children: string }) {
  return (
    <Link href={pathTo('lobby')} className="button main large">
      {children}
    </Link>
  );
}
