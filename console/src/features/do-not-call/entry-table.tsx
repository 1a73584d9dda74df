import type { Schemas } from '@carillon/client'
import { Button, Group } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useNotify } from '../../parts/notify.ts'
import { PhoneLink } from '../../parts/phone-link.tsx'
import { type Column, DataTable } from '../../parts/tables/data-table.tsx'
import { NoMatch } from '../../parts/tables/no-match.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { SearchField } from '../../parts/tables/search-field.tsx'
import { SelectionBar } from '../../parts/tables/selection-bar.tsx'
import { useLastPage } from '../../parts/tables/use-last-page.ts'
import { useKept, useUndo } from '../../parts/undo.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { doNotCallMessages } from './do-not-call.messages.ts'

type Entry = Schemas['DoNotCallEntry']

interface EntryTableProps {
  listId: string
  onAdd(): void
  onImport(): void
}

/** The numbers of a list. Rows are selected by number, because the API removes numbers. */
export function EntryTable({ listId, onAdd, onImport }: EntryTableProps) {
  const { entries: t } = useMessages(doNotCallMessages)
  const format = useFormat()
  const address = useAddress()
  const canWrite = useRightReason()('operate') === undefined
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const unselect = (phoneNumbers: string[]) =>
    setSelected((now) => new Set([...now].filter((each) => !phoneNumbers.includes(each))))
  const remove = useRemove(listId, unselect)
  const columns = useColumns((entry) => remove([entry.phoneNumber]))
  const phoneNumber = address.get('phone')
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    '/api/doNotCall/{id}/entries',
    {
      params: {
        path: { id: listId },
        query: { ...address.page, ...(phoneNumber !== undefined && { phoneNumber }) },
      },
    },
    { keepsPrevious: true },
  )
  useLastPage(address, data && !isPlaceholderData ? data : undefined)
  const rows = useKept(data?.rows, (entry) => `${listId} ${entry.phoneNumber}`)
  const hidden = (data?.rows.length ?? 0) - (rows?.length ?? 0)
  const here = data?.rows.filter((entry) => selected.has(entry.phoneNumber)) ?? []

  return (
    <>
      <div className="toolbar">
        <SearchField
          label={t.search}
          value={phoneNumber}
          maxLength={30}
          onChange={(phone) => address.set({ phone })}
        />
      </div>
      <DataTable
        label={t.label}
        columns={columns}
        rows={rows}
        error={error}
        onRetry={refetch}
        keyOf={(entry) => entry.phoneNumber}
        paging={{ total: (data?.total ?? 0) - hidden, address }}
        {...(canWrite && { selection: { ids: selected, change: setSelected } })}
        selectionBar={
          <SelectionBar
            label={t.selectedNumbers}
            count={selected.size}
            elsewhere={selected.size - here.length}
            onClear={() => setSelected(new Set())}
          >
            <Button variant="default" size="compact-sm" onClick={() => remove([...selected])}>
              {t.removeSelected(format.number(selected.size))}
            </Button>
          </SelectionBar>
        }
        empty={
          phoneNumber === undefined ? (
            <NoEntries onAdd={onAdd} onImport={onImport} />
          ) : (
            <NoMatch
              title={t.noMatch}
              hint={t.noMatchHint}
              onClear={() => address.set({ phone: undefined })}
            />
          )
        }
      />
    </>
  )
}

function useColumns(onRemove: (entry: Entry) => void): Column<Entry>[] {
  const { entries: t } = useMessages(doNotCallMessages)
  const format = useFormat()
  const canWrite = useRightReason()('operate') === undefined
  const actions: Column<Entry> = {
    id: 'actions',
    title: t.columns.actions,
    isActions: true,
    width: 44,
    sticky: 'right',
    cell: (entry) => (
      <RowAction label={t.remove(entry.phoneNumber)} Icon={IconTrash} onClick={() => onRemove(entry)} />
    ),
  }
  return [
    {
      id: 'phone',
      title: t.columns.phone,
      cell: ({ phoneNumber, isOtherSpelling }) => (
        <>
          <PhoneLink phoneNumber={phoneNumber} />
          {isOtherSpelling && ` (${t.otherSpelling})`}
        </>
      ),
    },
    {
      id: 'note',
      title: t.columns.note,
      cell: ({ note }) => (
        <span className="cell-name" title={note}>
          {note}
        </span>
      ),
    },
    {
      id: 'expires',
      title: t.columns.expires,
      width: 200,
      cell: ({ expireTime, isExpired }) => (
        <span className="cell-time">
          {expireTime === null ? t.always : format.dateTime(expireTime)}
          {isExpired && ` (${t.expired})`}
        </span>
      ),
    },
    {
      id: 'actor',
      title: t.columns.actor,
      visibleFrom: 'md',
      cell: ({ actor }) => <span className="cell-name cell-field">{actor}</span>,
    },
    {
      id: 'added',
      title: t.columns.added,
      width: 180,
      visibleFrom: 'md',
      cell: ({ createTime }) => <span className="cell-time">{format.dateTime(createTime)}</span>,
    },
    ...(canWrite ? [actions] : []),
  ]
}

/** Removes numbers, which can be undone for a while. */
function useRemove(
  listId: string,
  onRemoved: (phoneNumbers: string[]) => void,
): (phoneNumbers: string[]) => void {
  const { entries: t } = useMessages(doNotCallMessages)
  const format = useFormat()
  const client = useClient()
  const notify = useNotify()
  const { remove } = useUndo()
  return (phoneNumbers) => {
    remove({
      ids: phoneNumbers.map((each) => `${listId} ${each}`),
      message: t.removed(format.number(phoneNumbers.length)),
      act: async (options) => {
        const { otherSpellings } = await client.post('/api/doNotCall/{id}/entry/remove', {
          ...options,
          params: { path: { id: listId } },
          body: { phoneNumbers },
        })
        if (otherSpellings) notify.notAllDone(t.stillBlocked, otherSpellings, true)
      },
      failed: 'removeNumbers',
    })
    onRemoved(phoneNumbers)
  }
}

function NoEntries({ onAdd, onImport }: { onAdd(): void; onImport(): void }) {
  const { entries: t } = useMessages(doNotCallMessages)
  const rightReason = useRightReason()('operate')
  return (
    <EmptyState
      title={t.empty}
      hint={t.emptyHint}
      action={
        <Group gap="xs" mt="2xs">
          <ActionButton variant="filled" onClick={onAdd} disabledReason={rightReason}>
            {t.add}
          </ActionButton>
          <ActionButton
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={onImport}
            disabledReason={rightReason}
          >
            {t.importFile}
          </ActionButton>
        </Group>
      }
    />
  )
}
