import type { AuditEntry } from '@roomtone/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import { saveFile } from '../../ui/save-file.ts';
import { type AuditFilters, requestOf } from './audit-filters.ts';

/** Entries of one request of an export. */
const exportPage = 500;

/** The entries that fit the filters, page by page, newest first. */
export function useAuditLog(filters: AuditFilters) {
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
export async function exportAuditLog(client: WorkerClient, filters: AuditFilters): Promise<void> {
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
