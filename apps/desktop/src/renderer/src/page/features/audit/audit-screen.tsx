import type { AuditEntry, AuditKind, RoleName } from '@roomtone/sdk';
import { named } from '@roomtone/words';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { ScreenHead } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useTitle } from '../../ui/use-title.ts';
import './audit.css';
import type { AuditLogOptions } from '@roomtone/sdk';
import type { WorkerClient } from '../../app/worker-client.ts';
import { momentText } from '../../strings/formats.ts';
import { saveFile } from '../../ui/save-file.ts';

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

/** Entries of one request of an export. */
const exportPage = 500;

/** The entries that fit the filters, page by page, newest first. */
function useAuditLog(filters: AuditFilters) {
  const { client } = useParts();
  return useInfiniteQuery({
    queryKey: ['audit-log', filters],
    queryFn: ({ pageParam }) =>
      client.api.auditLog.list({ ...requestOf(filters), ...(pageParam === '' ? {} : { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Saves all entries that fit the filters as a file of JSON lines, newest first. @throws {CallError} */
async function exportAuditLog(client: WorkerClient, filters: AuditFilters): Promise<void> {
  const lines: string[] = [];
  let before: string | null = '';
  while (before !== null) {
    const page: { readonly entries: readonly AuditEntry[]; readonly next: string | null } =
      await client.api.auditLog.list({
        ...requestOf(filters),
        limit: exportPage,
        ...(before === '' ? {} : { before }),
      });
    for (const entry of page.entries) {
      lines.push(`${JSON.stringify({ ...entry, happenedAt: new Date(entry.happenedAt).toISOString() })}\n`);
    }
    before = page.next;
  }
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`roomtone-audit-log-${day}.jsonl`, new Blob(lines, { type: 'application/jsonl' }));
}

/** One entry: what happened, to whom, by whom, from where, and when. */
function AuditEntryRow({ entry }: { readonly entry: AuditEntry }) {
  const words = strings.audit;
  const { kind, username, userId, byUsername, address, happenedAt } = entry;
  const more = detailTexts(entry);
  return (
    <li className="audit-entry">
      <span className="row-words">
        <span>
          <span className="row-name">{words.kinds[kind]}</span>
          {(username !== '' || userId !== '') && <bdi className="audit-who">{username || userId}</bdi>}
        </span>
        {more.length > 0 && <bdi className="muted">{more.join(' · ')}</bdi>}
      </span>
      <span className="audit-where muted">
        {byUsername !== '' && <bdi>{words.by({ name: byUsername })}</bdi>}
        {address !== '' && <span>{address}</span>}
        <time dateTime={new Date(happenedAt).toISOString()}>{momentText(happenedAt)}</time>
      </span>
    </li>
  );
}

/** The details of an entry in words; none for most. */
function detailTexts({ kind, details }: Pick<AuditEntry, 'kind' | 'details'>): string[] {
  const words = strings.audit;
  const { action, participant, roles, rolesBefore, reason, status, byCommand, roomId } = details;
  const texts: (string | undefined)[] = [
    (kind === 'moderation' || kind === 'second_factor_changed') && action !== undefined
      ? named(words.actions, action)
      : undefined,
    participant === undefined ? undefined : words.guestNumber({ participant }),
    kind === 'keys_rotated' && action === 'all' ? words.allKeys : undefined,
    details.suspended === undefined ? undefined : details.suspended ? words.suspended : words.unsuspended,
    roles === undefined ? undefined : words.roles({ before: roleNames(rolesBefore ?? []), after: roleNames(roles) }),
    status === undefined ? undefined : named(words.subscription, status),
    kind === 'sign_in_failed' && reason === 'locked' ? words.locked : reason,
    roomId === undefined ? undefined : words.room({ roomId }),
    byCommand === true ? words.byCommand : undefined,
  ];
  return texts.filter((text) => text !== undefined);
}

function roleNames(roles: readonly string[]): string {
  return roles.map((role) => roomStrings.roles[role as RoleName] ?? role).join(', ');
}

/** The filters as their fields have them; "" stands for none. */
interface AuditFilters {
  readonly kind: AuditKind | '';
  readonly user: string;
  /** A day, such as `2026-11-25`. */
  readonly from: string;
  /** The last day that is shown. */
  readonly to: string;
}

export const noFilters: AuditFilters = { kind: '', user: '', from: '', to: '' };

/** The server is asked by these filters. Days begin and end by this device's clock. */
export function requestOf({ kind, user, from, to }: AuditFilters): AuditLogOptions {
  const name = user.trim();
  return {
    ...(kind === '' ? {} : { kind }),
    ...(name === '' ? {} : { user: name }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  };
}

function startOf(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
