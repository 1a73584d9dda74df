// The imports into a data source: what each of them did, and how to undo it.
import type { Schemas } from '@carillon/client'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { errorText } from '../../parts/errors/error-text.ts'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useDangerousAction } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { importHistoryMessages } from './import-history.messages.ts'

type ImportRecord = Schemas['ImportRecord']

interface ImportHistoryProps {
  dataSourceId: string
  onShow(id: string): void
}

const REFETCH_MS = 1000
const tones: Record<ImportRecord['status'], Tone> = {
  uploaded: 'idle',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  canceled: 'warn',
  undoing: 'busy',
  undone: 'idle',
}

export function ImportHistory({ dataSourceId, onShow }: ImportHistoryProps) {
  const t = useMessages(importHistoryMessages)
  const address = useAddress('imports-')
  const found = useHistoryPage(dataSourceId, address.page)
  const columns = useColumns(onShow)
  return (
    <>
      <DataTable
        label={t.label}
        columns={columns}
        {...listOf(found, address)}
        keyOf={({ id }) => id}
        onOpen={({ id }) => onShow(id)}
        empty={<EmptyState title={t.empty} hint={t.emptyHint} />}
      />
      {found.data !== undefined && found.data.total > 0 && (
        <Text size="xs" c="dimmed" px="md" py="xs">
          {t.kept}
        </Text>
      )}
    </>
  )
}

/** Fetched again while something happens; when it has ended, everything on the page may show what is new. */
function useHistoryPage(id: string, page: { pageNum: number; pageSize: number }) {
  const queries = useQueryClient()
  const [wasBusy, setWasBusy] = useState(false)
  const history = useApiQuery(
    '/api/dataSource/{id}/imports',
    { params: { path: { id }, query: page } },
    { keepsPrevious: true, ...(wasBusy && { refetchEveryMs: REFETCH_MS }) },
  )
  const isBusy =
    history.data?.rows.some(({ status }) => status === 'running' || status === 'undoing') ?? false
  useEffect(() => {
    setWasBusy(isBusy)
    if (wasBusy && !isBusy) void queries.invalidateQueries()
  }, [wasBusy, isBusy, queries])
  return history
}

function useColumns(onShow: (id: string) => void): Column<ImportRecord>[] {
  const t = useMessages(importHistoryMessages)
  const { columns: titles } = t
  const format = useFormat()
  const count = (id: 'added' | 'updated' | 'duplicates' | 'failed', of: (job: ImportRecord) => number) => ({
    id,
    title: titles[id],
    align: 'right' as const,
    width: 96,
    cell: (job: ImportRecord) => format.number(of(job)),
    visibleFrom: id === 'added' ? ('xs' as const) : ('md' as const),
  })
  return [
    {
      id: 'file',
      title: titles.file,
      cell: (job) => (
        <Stack gap={0} style={{ minWidth: 0 }}>
          <Anchor
            component="button"
            ta="left"
            fw={500}
            className="cell-name"
            aria-label={t.show(job.fileName)}
            title={job.fileName}
            onClick={() => onShow(job.id)}
          >
            {job.fileName}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[job.encoding, format.shortTime(job.startTime ?? job.createTime), job.actor]
              .filter((fact) => fact !== null)
              .join(' · ')}
          </Text>
        </Stack>
      ),
    },
    { id: 'status', title: titles.status, cell: (job) => <Status job={job} /> },
    count('added', (job) => job.addedCount),
    count('updated', (job) => job.updatedCount),
    count('duplicates', (job) => job.duplicateCount),
    count('failed', (job) => job.failCount - job.duplicateCount),
    {
      id: 'undo',
      title: t.undo,
      isActions: true,
      align: 'right',
      width: 84,
      sticky: 'right',
      cell: (job) => <UndoButton job={job} />,
    },
  ]
}

/** The status, with what an undo did, or why it is not possible if the status does not say it. */
function Status({ job: { status, undo, undoProblem, addedCount } }: { job: ImportRecord }) {
  const t = useMessages(importHistoryMessages)
  const { language } = useLanguage()
  const format = useFormat()
  const facts: string[] = []
  if (undo) {
    const removed = format.number(undo.removedCount)
    facts.push(status === 'undoing' ? t.progress(removed) : t.done(removed))
    if (status === 'undone') facts.push(t.doneBy(undo.actor, format.shortTime(undo.startTime)))
    if (undo.keptCount > 0) facts.push(t.keptContacts(format.number(undo.keptCount)))
  } else if (undoProblem && undoProblem.code !== 'not_allowed') {
    facts.push(errorText({ ...undoProblem, field: null }, language) ?? undoProblem.message)
  }
  return (
    <Stack gap={0} style={{ minWidth: 90 }}>
      <StatusBadge tone={tones[status]} isHollow={status === 'uploaded' || status === 'undone'}>
        {t.statuses[status]}
      </StatusBadge>
      <Text size="xs" c="dimmed" hiddenFrom="xs">
        {t.columns.added}: {format.number(addedCount)}
      </Text>
      {facts.map((fact) => (
        <Text key={fact} size="xs" c="dimmed">
          {fact}
        </Text>
      ))}
    </Stack>
  )
}

function UndoButton({ job }: { job: ImportRecord }) {
  const t = useMessages(importHistoryMessages)
  const rightReason = useRightReason()('operate')
  const undo = useUndo(job)
  if (!job.canUndo) return null
  return (
    <ActionButton
      size="compact-sm"
      aria-label={t.undoOf(job.fileName)}
      disabledReason={rightReason}
      onClick={undo}
    >
      {t.undo}
    </ActionButton>
  )
}

function useUndo({ id, fileName, undoContactCount, updatedCount }: ImportRecord): () => Promise<void> {
  const { question: t, begun } = useMessages(importHistoryMessages)
  const format = useFormat()
  const run = useDangerousAction()
  const undo = useApiMutation('/api/import/{id}/undo')
  return async () => {
    const count = format.number(undoContactCount)
    await run({
      title: t.title,
      text: (
        <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
          <span>{undoContactCount > 0 ? t.text(count, fileName) : t.none}</span>
          {updatedCount > 0 && <span>{t.updated(format.number(updatedCount))}</span>}
        </Stack>
      ),
      action: undoContactCount > 0 ? t.action(count) : t.actionNone,
      act: () => undo.mutateAsync({ params: { path: { id } } }),
      done: begun,
      failed: 'undoImport',
    })
  }
}
