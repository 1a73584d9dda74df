import { CALL_ENDINGS } from '@carillon/server/words/calls'
import { Group, Select, Text } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { EmptyState } from '../../../../parts/empty-state.tsx'
import { useEndingWords } from '../../../../parts/figures/call-endings.ts'
import { ExportMenu } from '../../../../parts/files/export-menu.tsx'
import { toTimestamp } from '../../../../parts/forms/local-time.ts'
import { TimeField } from '../../../../parts/forms/time-field.tsx'
import { lazyDialog } from '../../../../parts/lazy-part.tsx'
import { DataTable } from '../../../../parts/tables/data-table.tsx'
import { NoMatch } from '../../../../parts/tables/no-match.tsx'
import { SearchField } from '../../../../parts/tables/search-field.tsx'
import { useAddress } from '../../../../parts/use-address.ts'
import { useCalmPage } from '../../../../parts/use-calm-page.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useClient } from '../../../../session/console-context.tsx'
import { type Call, useCallColumns } from '../../call-columns.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { ContactSelectionBar } from '../contacts/contact-selection-bar.tsx'
import type { ContactsTabProps } from '../contacts/contacts-tab.tsx'

const CallDrawer = lazyDialog(async () => (await import('./call-drawer.tsx')).CallDrawer, { call: undefined })
const NO_CALLS: readonly Call[] = []

const verdictKinds = ['person', 'machine', 'screening', 'silence', 'unknown'] as const

/** Selects the contacts of calls, for a recall. */
export function CallsTab({ onSelect, ...selecting }: ContactsTabProps) {
  const { task, selected } = selecting
  const { calls: t, detail, clearFilters } = useMessages(tasksMessages)
  const address = useAddress('call-')
  const results = useMessages(resultsMessages)
  const format = useFormat()
  const [opened, setOpened] = useState<{ call: Call; calls: readonly Call[] }>()
  const words = useEndingWords(task.isConfirmation)
  const ending = CALL_ENDINGS.find((each) => each === address.get('ending'))
  const verdict = verdictKinds.find((kind) => kind === address.get('verdict'))
  const said = address.get('said')
  const from = address.get('from')
  const to = address.get('to')
  const client = useClient()
  const filter = {
    ...(ending !== undefined && { ending }),
    ...(verdict !== undefined && { verdict }),
    ...(said !== undefined && { said }),
    ...(from !== undefined && { from: toTimestamp(from) }),
    ...(to !== undefined && { to: toTimestamp(to) }),
  }
  const init = { params: { path: { id: task.id }, query: { ...address.page, ...filter } } }
  const found = useApiQuery('/api/task/{id}/calls', init, { keepsPrevious: true })
  const { error, refetch } = found
  const {
    page: data,
    waiting,
    onHand,
  } = useCalmPage({
    key: JSON.stringify(init),
    found,
    keyOf: ({ id }) => id,
    hasSelection: selected.size > 0,
  })
  const listed = useRef(NO_CALLS)
  listed.current = data?.rows ?? NO_CALLS
  // New calls do not change where the next one is.
  const open = useCallback(
    (call: Call) => setOpened({ call, calls: listed.current.filter(({ result }) => result !== null) }),
    [],
  )
  // Only calls that follow a flow have results.
  const hasResults = verdict !== undefined || data?.rows.some(({ result }) => result !== null)
  const hasTranscripts = said !== undefined || data?.rows.some(({ conversation }) => conversation !== null)
  const columns = useCallColumns(hasResults ? open : undefined, task.isConfirmation)
  // A contact may have several calls on a page; they are selected together.
  const contactOf = new Map(data?.rows.map((call) => [call.id, call.contactId]))
  const callIds = new Set(data?.rows.filter((call) => selected.has(call.contactId)).map((call) => call.id))

  const times = [
    ['from', t.from],
    ['to', t.to],
  ] as const

  function select(ids: Set<string>): void {
    const next = new Set(selected)
    for (const id of ids) if (!callIds.has(id)) next.add(contactOf.get(id) ?? '')
    for (const id of callIds) if (!ids.has(id)) next.delete(contactOf.get(id) ?? '')
    onSelect(next)
  }

  return (
    <>
      <div className="toolbar">
        <Select
          aria-label={t.ending}
          placeholder={t.anyEnding}
          w={200}
          clearable
          data={CALL_ENDINGS.map((code) => ({ value: code, label: words[code] }))}
          value={ending ?? null}
          onChange={(code) => address.set({ ending: code ?? undefined })}
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
        {/* What is shown only for calls with results begins beside the button, so that the row is there before it. */}
        <div className="toolbar-break" />
        <ExportMenu
          label={t.export}
          choices={[
            {
              id: 'calls',
              of: [task.taskName, detail.tabs.calls],
              download: (style) =>
                client.download('/api/task/{id}/calls/export', {
                  params: { path: { id: task.id }, query: { ...style, ...filter } },
                }),
            },
          ]}
        />
        {hasResults && (
          <Select
            aria-label={results.verdict}
            placeholder={results.anyVerdict}
            w={150}
            clearable
            data={verdictKinds.map((kind) => ({ value: kind, label: results.verdicts[kind] ?? kind }))}
            value={verdict ?? null}
            onChange={(kind) => address.set({ verdict: kind ?? undefined })}
          />
        )}
        {hasTranscripts && (
          <SearchField
            label={results.searchSaid}
            value={said}
            maxLength={100}
            onChange={(text) => address.set({ said: text })}
          />
        )}
      </div>
      <DataTable
        label={t.label}
        columns={columns}
        rows={error?.status === 400 ? undefined : data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={(call) => call.id}
        nameOf={(call) => call.phoneNumber}
        paging={{ total: data?.total ?? 0, address }}
        waiting={waiting && { text: t.newCalls(format.number(waiting.newCount)), show: waiting.show }}
        onHand={onHand}
        selection={{ ids: callIds, change: select }}
        selectionBar={
          <ContactSelectionBar
            {...selecting}
            shown={[...contactOf.values()]}
            onClear={() => onSelect(new Set())}
          />
        }
        empty={
          address.isFiltered ? (
            <NoMatch title={t.noMatch} action={clearFilters} onClear={address.clear} />
          ) : (
            <EmptyState title={detail.noCallsYet} hint={detail.noCallsHint} />
          )
        }
      />
      <CallDrawer
        call={opened?.call}
        calls={opened?.calls ?? NO_CALLS}
        onOpen={(call) => setOpened((before) => before && { ...before, call })}
        onClose={() => setOpened(undefined)}
      />
    </>
  )
}
