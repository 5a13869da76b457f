import type { AuditKind } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { ScreenHead } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AuditEntryRow } from './audit-entry-row.tsx';
import { type AuditFilters, noFilters } from './audit-filters.ts';
import { exportAuditLog, useAuditLog } from './use-audit-log.ts';
import './audit.css';

/** The audit log, for admins: filters, entries, and an export of what the filters show. */
export function AuditScreen() {
  const isAdmin = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('admin'));
  useTitle(strings.audit.title);
  if (isAdmin) return <AuditLog />;
  return (
    <EmptyState level={1} title={strings.host.adminsOnly} hint={strings.audit.adminsOnlyHint}>
      <Link className="button large" href={pathTo('lobby')}>
        {strings.frame.toLobby}
      </Link>
    </EmptyState>
  );
}

function AuditLog() {
  const { client } = useParts();
  const [filters, setFilters] = useState(noFilters);
  const words = strings.audit;
  const save = useMutation({
    mutationFn: () => exportAuditLog(client, filters),
    onError: (error) => notify(failureText(error)),
  });
  return (
    <>
      <ScreenHead title={words.title} lead={words.lead}>
        <Button size="large" busy={save.isPending} onClick={() => save.mutate()}>
          <Download />
          {words.export}
        </Button>
      </ScreenHead>
      <Filters filters={filters} onChange={setFilters} />
      <Entries filters={useDeferredValue(filters)} />
    </>
  );
}

interface FiltersProps {
  readonly filters: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const words = strings.audit;
  // Object.entries loses the type of the keys.
  const kinds = Object.entries(words.kinds).map(([value, name]) => ({ value, name }));
  return (
    <search className="audit-filters" aria-label={words.filters}>
      <Select
        label={words.kind}
        value={filters.kind}
        options={[{ value: '', name: words.allKinds }, ...kinds]}
        onChange={(event) => onChange({ ...filters, kind: event.currentTarget.value as AuditKind | '' })}
      />
      <TextField
        label={words.user}
        value={filters.user}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...filters, user: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={words.from}
        value={filters.from}
        onChange={(event) => onChange({ ...filters, from: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={words.to}
        value={filters.to}
        onChange={(event) => onChange({ ...filters, to: event.currentTarget.value })}
      />
    </search>
  );
}

function Entries({ filters }: { readonly filters: AuditFilters }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLog(filters);
  const words = strings.audit;
  if (data === undefined) {
    return error === null ? <Skeleton lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <EmptyState title={words.empty} hint={words.emptyHint} />;
  return (
    <>
      <ul className="rows audit-entries" aria-label={words.entries}>
        {entries.map((entry) => (
          <AuditEntryRow key={entry.entryId} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="more" size="large" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}
