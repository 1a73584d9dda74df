import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useScopeReason } from '../../session/use-scope-reason.ts'
import { settingsMessages } from './settings.messages.ts'

type Change = Schemas['ServiceChange']

const SHOWN = 20

/** Who changed the settings, tokens, lists, calendars and audio last. */
export function ChangesCard() {
  const { changes: t } = useMessages(settingsMessages)
  const scopeReason = useScopeReason()('admin')
  return (
    <Card title={t.title} isFlush>
      {scopeReason === undefined ? <ChangeTable /> : <EmptyState title={t.notAllowed} hint={scopeReason} />}
    </Card>
  )
}

function ChangeTable() {
  const { changes: t } = useMessages(settingsMessages)
  const found = useApiQuery('/api/audit/list', { params: { query: { pageSize: SHOWN } } })
  return (
    <DataTable
      label={t.title}
      isBounded
      columns={useColumns()}
      {...listOf(found)}
      keyOf={(change) => change.id}
      empty={<EmptyState title={t.empty} hint={t.emptyHint} />}
    />
  )
}

function useColumns(): Column<Change>[] {
  const { changes: t } = useMessages(settingsMessages)
  const format = useFormat()
  const words: Readonly<Record<string, string>> = t.operations
  return [
    {
      id: 'what',
      title: t.columns.what,
      cell: ({ operation, subjectName, changes }) => (
        <>
          {words[operation] ?? operation}
          {subjectName !== null && ` “${subjectName}”`}
          <Text size="xs" c="dimmed">
            {changes
              .map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`)
              .join('; ')}
          </Text>
        </>
      ),
    },
    { id: 'actor', title: t.columns.actor, cell: ({ actor }) => <span className="cell-name">{actor}</span> },
    {
      id: 'time',
      title: t.columns.time,
      visibleFrom: 'sm',
      cell: ({ time }) => <span className="cell-time">{format.dateTime(time)}</span>,
    },
  ]
}

const shown = (value: unknown) =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
