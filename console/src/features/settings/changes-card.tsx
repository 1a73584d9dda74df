import type { Schemas } from '@carillon/client'
import { Group, Select, Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ExportMenu } from '../../parts/files/export-menu.tsx'
import { toTimestamp } from '../../parts/forms/local-time.ts'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { NoMatch } from '../../parts/tables/no-match.tsx'
import { SearchField } from '../../parts/tables/search-field.tsx'
import { type Address, useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { changeText } from './change-text.ts'
import { settingsMessages } from './settings.messages.ts'

type Change = Schemas['ServiceChange']

/** Who changed the settings, tokens, lists, calendars and audio: all of it, or what the filters find. */
export function ChangesCard() {
  const { changes: t } = useMessages(settingsMessages)
  const rightReason = useRightReason()('administer')
  const address = useAddress('change-')
  if (rightReason !== undefined)
    return (
      <Card title={t.title} isFlush>
        <EmptyState title={t.notAllowed} hint={rightReason} />
      </Card>
    )
  return (
    <Card title={t.title} isFlush beside={<ChangeExport address={address} />}>
      <ChangeFilters address={address} />
      <ChangeTable address={address} />
    </Card>
  )
}

interface OfAddress {
  address: Address
}

function filterOf({ get }: Address) {
  const [actor, operation, client, from, to] = ['actor', 'what', 'address', 'from', 'to'].map(get)
  return {
    ...(actor !== undefined && { actor }),
    ...(operation !== undefined && { operation }),
    ...(client !== undefined && { address: client }),
    ...(from !== undefined && { from: toTimestamp(from) }),
    ...(to !== undefined && { to: toTimestamp(to) }),
  }
}

function ChangeExport({ address }: OfAddress) {
  const { changes: t } = useMessages(settingsMessages)
  const client = useClient()
  return (
    <ExportMenu
      needs="administer"
      isPlainOnly
      choices={[
        {
          id: 'changes',
          title: t.exportHint,
          of: [t.title],
          download: ({ format }) =>
            client.download('/api/audit/export', {
              params: { query: { format: format === 'excel' ? 'xlsx' : 'csv', ...filterOf(address) } },
            }),
        },
      ]}
    />
  )
}

function ChangeFilters({ address }: OfAddress) {
  const { changes: t } = useMessages(settingsMessages)
  const operations = Object.entries(t.operations).map(([value, label]) => ({ value, label }))
  const times = [
    ['from', t.from],
    ['to', t.to],
  ] as const
  return (
    <div className="toolbar">
      <SearchField
        label={t.searchActor}
        value={address.get('actor')}
        maxLength={200}
        onChange={(actor) => address.set({ actor })}
      />
      <Select
        aria-label={t.columns.what}
        placeholder={t.anyOperation}
        w={240}
        clearable
        searchable
        data={operations}
        value={
          operations.some(({ value }) => value === address.get('what')) ? (address.get('what') ?? null) : null
        }
        onChange={(what) => address.set({ what: what ?? undefined })}
      />
      <SearchField
        label={t.searchAddress}
        value={address.get('address')}
        maxLength={200}
        onChange={(text) => address.set({ address: text })}
      />
      <Group gap="sm">
        {times.map(([name, label]) => (
          <Group key={name} gap="xs" component="label" wrap="nowrap">
            <Text span size="xs" c="dimmed" flex="none">
              {label}
            </Text>
            <TimeField
              w={190}
              value={address.get(name) ?? ''}
              onChange={(value) => address.set({ [name]: value || undefined })}
            />
          </Group>
        ))}
      </Group>
    </div>
  )
}

function ChangeTable({ address }: OfAddress) {
  const { changes: t } = useMessages(settingsMessages)
  const query = { ...address.page, ...filterOf(address) }
  const found = useApiQuery('/api/audit/list', { params: { query } }, { keepsPrevious: true })
  return (
    <DataTable
      label={t.title}
      isBounded
      columns={useColumns()}
      {...listOf(found, address)}
      keyOf={(change) => change.id}
      empty={
        address.isFiltered ? (
          <NoMatch title={t.noMatch} action={t.clearFilters} onClear={address.clear} />
        ) : (
          <EmptyState title={t.empty} hint={t.emptyHint} />
        )
      }
    />
  )
}

function useColumns(): Column<Change>[] {
  const { changes: t } = useMessages(settingsMessages)
  const format = useFormat()
  const { language } = useLanguage()
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
            {changeText(changes, language)}
          </Text>
        </>
      ),
    },
    {
      id: 'actor',
      title: t.columns.actor,
      cell: ({ actor, address }) => (
        <>
          <span className="cell-name">{actor}</span>
          {address !== null && (
            <Text size="xs" c="dimmed">
              {address}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'time',
      title: t.columns.time,
      visibleFrom: 'sm',
      cell: ({ time }) => <span className="cell-time">{format.dateTime(time)}</span>,
    },
  ]
}
