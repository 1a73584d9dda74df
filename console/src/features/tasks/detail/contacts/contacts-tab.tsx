import type { Schemas } from '@carillon/client'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { EmptyState } from '../../../../parts/empty-state.tsx'
import { lazyDialog } from '../../../../parts/lazy-part.tsx'
import { type Column, DataTable } from '../../../../parts/tables/data-table.tsx'
import { NoMatch } from '../../../../parts/tables/no-match.tsx'
import { SearchField } from '../../../../parts/tables/search-field.tsx'
import { searchedBy } from '../../../../parts/tables/searched-by.ts'
import { useLastPage } from '../../../../parts/tables/use-last-page.ts'
import { type Address, useAddress } from '../../../../parts/use-address.ts'
import { useCalmPage } from '../../../../parts/use-calm-page.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { useCauseWords } from '../../use-cause-words.ts'
import { pressedText } from '../calls/pressed-text.ts'
import { ContactFilters, contactFilters } from './contact-filters.tsx'
import { ContactSelectionBar, type ContactSelectionBarProps } from './contact-selection-bar.tsx'
import { ContactStateBadge } from './contact-state-badge.tsx'
import { queryOfResult } from './result-filter.ts'
import { taskContactsMessages } from './task-contacts.messages.ts'

const ContactDrawer = lazyDialog(async () => (await import('./contact-drawer.tsx')).ContactDrawer, {
  contactId: undefined,
})

type TaskContact = Schemas['TaskContact']

export interface ContactsTabProps extends Omit<ContactSelectionBarProps, 'shown' | 'onClear'> {
  onSelect(ids: Set<string>): void
}

/** What this task knows of each contact. */
export function ContactsTab({ onSelect, ...selecting }: ContactsTabProps) {
  const { task, selected } = selecting
  const { contacts: t, clearFilters } = useMessages(tasksMessages)
  const words = useMessages(taskContactsMessages)
  const address = useAddress('contact-')
  const [opened, setOpened] = useState<string>()
  const { query, ...found } = useTaskContacts(task.id, address)
  const { error, refetch, isPlaceholderData } = found
  const {
    page: data,
    waiting,
    onHand,
  } = useCalmPage({
    key: JSON.stringify([task.id, query]),
    found,
    keyOf: ({ id }) => id,
    hasSelection: selected.size > 0,
  })
  const format = useFormat()
  const hasNames = data?.rows.some(({ displayName }) => displayName !== null) ?? false
  const hasPressed = data?.rows.some(({ result }) => result?.digits !== undefined) ?? false
  const columns = useColumns(setOpened, {
    hasNames,
    hasPressed,
    isConfirmation: task.isConfirmation,
  })
  useLastPage(address, data && !isPlaceholderData ? data : undefined)

  return (
    <>
      <div className="toolbar">
        <SearchField
          label={words.search}
          value={address.get('phone') ?? address.get('name')}
          maxLength={100}
          onChange={(text) => address.set(searchedBy(text))}
        />
        <ContactFilters task={task} address={address} />
      </div>
      <DataTable
        label={t.label}
        columns={columns}
        rows={error?.status === 400 ? undefined : data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={(contact) => contact.id}
        nameOf={(contact) => contact.phoneNumber}
        onOpen={(contact) => setOpened(contact.id)}
        paging={{ total: data?.total ?? 0, address }}
        waiting={waiting && { text: words.changed(format.number(waiting.changedCount)), show: waiting.show }}
        onHand={onHand}
        selection={{ ids: selected, change: onSelect }}
        selectionBar={
          <ContactSelectionBar
            {...selecting}
            shown={data?.rows.map(({ id }) => id) ?? []}
            onClear={() => onSelect(new Set())}
          />
        }
        empty={
          address.isFiltered ? (
            <NoMatch title={words.noMatch} action={clearFilters} onClear={address.clear} />
          ) : (
            <EmptyState title={t.empty} hint={t.emptyHint} />
          )
        }
      />
      <ContactDrawer taskId={task.id} contactId={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

function useTaskContacts(taskId: string, address: Address) {
  const phoneNumber = address.get('phone')
  const name = address.get('name')
  const { state, cause, ending, attempts, result, way } = contactFilters(address)
  const query = {
    ...address.page,
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(name !== undefined && { name }),
    ...(state !== undefined && { state }),
    ...(ending !== undefined && { ending }),
    ...(cause !== undefined && { cause: cause as NonNullable<TaskContact['cause']> }),
    ...(attempts !== undefined && { minAttempts: Number(attempts) }),
    ...queryOfResult(result),
    ...way,
  }
  const init = { params: { path: { id: taskId }, query } }
  const { data, error, refetch, isPlaceholderData } = useApiQuery('/api/task/{id}/contacts', init, {
    keepsPrevious: true,
  })
  return { query, data, error, refetch, isPlaceholderData }
}

interface Shown {
  hasNames: boolean
  /** Whether anybody was asked for a key. */
  hasPressed: boolean
  isConfirmation: boolean
}

function useColumns(
  onOpen: (contactId: string) => void,
  { hasNames, hasPressed, isConfirmation }: Shown,
): Column<TaskContact>[] {
  const { contacts: t, calls } = useMessages(tasksMessages)
  const words = useMessages(taskContactsMessages)
  const causeWords = useCauseWords()
  const format = useFormat()
  return useMemo(() => {
    const time = (value: string | null) => (
      <span className="cell-time">{value === null ? '–' : format.dateTime(value)}</span>
    )
    return [
      ...(hasNames
        ? [
            {
              id: 'name',
              title: t.name,
              cell: ({ displayName }: TaskContact) => <span className="cell-name">{displayName ?? '–'}</span>,
            },
          ]
        : []),
      {
        id: 'phone',
        title: t.phone,
        cell: (contact) => (
          <button
            type="button"
            className="cell-link"
            aria-label={t.open(contact.phoneNumber)}
            onClick={() => onOpen(contact.id)}
          >
            {contact.phoneNumber}
          </button>
        ),
      },
      {
        id: 'state',
        title: words.state,
        cell: ({ state, ending, waitReason }) => (
          <ContactStateBadge
            state={state}
            ending={ending}
            isConfirmation={isConfirmation}
            waitReason={waitReason}
          />
        ),
      },
      {
        id: 'cause',
        title: words.cause,
        cell: ({ cause, waitReason }) => {
          const code = waitReason ?? cause
          return code === null ? '–' : causeWords(code)
        },
      },
      ...(hasPressed
        ? [
            {
              id: 'pressed',
              title: words.pressed,
              cell: ({ result }: TaskContact) => pressedText(result) || '–',
            },
          ]
        : []),
      {
        id: 'attempts',
        title: words.minAttempts,
        align: 'right',
        cell: (contact) => format.number(contact.attempts),
      },
      {
        id: 'calls',
        title: t.calls,
        align: 'right',
        visibleFrom: 'md',
        cell: (contact) => format.number(contact.callCount),
      },
      {
        id: 'talk',
        title: calls.talk,
        align: 'right',
        visibleFrom: 'lg',
        cell: (contact) => (contact.talkSeconds === 0 ? '–' : format.duration(contact.talkSeconds)),
      },
      { id: 'last', title: words.lastCall, visibleFrom: 'lg', cell: (contact) => time(contact.lastCallTime) },
      { id: 'next', title: words.next, visibleFrom: 'sm', cell: (contact) => time(contact.nextAttemptTime) },
    ]
  }, [t, calls, words, causeWords, format, onOpen, hasNames, hasPressed, isConfirmation])
}
