import { Group } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { type Contact, useFieldNames } from '../../parts/forms/custom-fields.ts'
import { lazyDialog, lazyPart } from '../../parts/lazy-part.tsx'
import { DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { NoMatch } from '../../parts/tables/no-match.tsx'
import { SearchField } from '../../parts/tables/search-field.tsx'
import { searchedBy } from '../../parts/tables/searched-by.ts'
import { useLastPage } from '../../parts/tables/use-last-page.ts'
import { type Address, useAddress } from '../../parts/use-address.ts'
import { useDangerousAction } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiPrefetch, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { type TimeName, useContactColumns } from './contact-columns.tsx'
import { contactsMessages } from './contacts.messages.ts'

const ContactDialog = lazyPart(async () => (await import('./contact-dialog.tsx')).ContactDialog)
const ContactDrawer = lazyDialog(async () => (await import('./contact-drawer.tsx')).ContactDrawer, {
  contact: undefined,
})

interface ContactListProps {
  dataSourceId: string
  onImport(): void
  /** Whether the form for a new contact is open; the page header has the button that opens it. */
  isAdding: boolean
  onAdding(isAdding: boolean): void
}

export function ContactList({ dataSourceId, onImport, isAdding, onAdding }: ContactListProps) {
  const t = useMessages(contactsMessages)
  const address = useAddress()
  const [opened, setOpened] = useState<Contact>()
  const [edited, setEdited] = useState<Contact>()
  const deleteContact = useDeleteContact(dataSourceId)
  const found = useContactPage(dataSourceId, address)
  const { data, isPlaceholderData } = found
  const { data: source } = useApiQuery('/api/dataSource/detail/{id}', {
    params: { path: { id: dataSourceId } },
  })
  const nameField = source?.nameField
  // The display name comes first.
  const seenNames = useFieldNames(data?.rows)
  const fieldNames = useMemo(
    () => [...seenNames].sort((a, b) => Number(b === nameField) - Number(a === nameField)),
    [seenNames, nameField],
  )
  const timeNames = useTimeNames(data?.rows)
  const columns = useContactColumns(fieldNames, timeNames, {
    onOpen: setOpened,
    onEdit: setEdited,
    onDelete: deleteContact,
  })
  const phoneNumber = address.get('phone')
  useLastPage(address, data && !isPlaceholderData ? data : undefined)
  // Prefers the list's current data over the data from when the contact was opened.
  const shown = data?.rows.find(({ id }) => id === opened?.id) ?? opened

  return (
    <>
      <div className="toolbar">
        <SearchField
          label={t.search}
          value={phoneNumber ?? address.get('name')}
          maxLength={100}
          onChange={(text) => address.set(searchedBy(text))}
        />
      </div>
      <DataTable
        label={t.label}
        columns={columns}
        {...listOf(found, address)}
        keyOf={(contact) => contact.id}
        onOpen={(contact) => setOpened(contact)}
        empty={
          phoneNumber === undefined && address.get('name') === undefined ? (
            <NoContacts onImport={onImport} onAdd={() => onAdding(true)} />
          ) : (
            <NoMatch
              title={t.noMatch}
              hint={t.noMatchHint}
              onClear={() => address.set(searchedBy(undefined))}
            />
          )
        }
      />
      <ContactDrawer
        dataSourceId={dataSourceId}
        contact={opened && shown}
        nameField={nameField}
        onEdit={(contact) => setEdited(contact)}
        onDelete={async (contact) => (await deleteContact(contact)) && setOpened(undefined)}
        onClose={() => setOpened(undefined)}
      />
      {(isAdding || edited) && (
        <ContactDialog
          key={edited?.id ?? 'new'}
          dataSourceId={dataSourceId}
          contact={edited}
          fieldNames={fieldNames}
          onClose={() => {
            setEdited(undefined)
            onAdding(false)
          }}
        />
      )}
    </>
  )
}

const TIME_NAMES = ['callTime', 'callUntil'] as const

/** Which of the times any contact has: the others have no column. */
function useTimeNames(rows: Contact[] | undefined): readonly TimeName[] {
  const used = TIME_NAMES.filter((name) => rows?.some((contact) => contact[name] !== null)).join()
  return useMemo(() => TIME_NAMES.filter((name) => used.includes(name)), [used])
}

/** Fetches the page in the address, and prefetches the next one. */
function useContactPage(dataSourceId: string, address: Address) {
  const phoneNumber = address.get('phone')
  const name = address.get('name')
  const { pageNum, pageSize } = address.page
  const initOf = (page: number) => ({
    params: {
      path: { id: dataSourceId },
      query: {
        pageNum: page,
        pageSize,
        ...(phoneNumber !== undefined && { phoneNumber }),
        ...(name !== undefined && { name }),
      },
    },
  })
  const path = '/api/dataSource/{id}/contacts'
  const found = useApiQuery(path, initOf(pageNum), { keepsPrevious: true })
  const hasMore = !found.isPlaceholderData && (found.data?.total ?? 0) > pageNum * pageSize
  useApiPrefetch(path, initOf(pageNum + 1), { isEnabled: hasMore })
  return found
}

/** Asks for confirmation and deletes; returns whether the contact was deleted. */
function useDeleteContact(dataSourceId: string): (contact: Contact) => Promise<boolean> {
  const { deleteQuestion: t } = useMessages(contactsMessages)
  const run = useDangerousAction()
  const { mutateAsync } = useApiMutation('/api/dataSource/{id}/contact/delete')
  return useCallback(
    ({ id, phoneNumber }) => {
      const act = () => mutateAsync({ params: { path: { id: dataSourceId } }, body: { contactId: id } })
      return run({ ...t, text: t.text(phoneNumber), act, failed: 'deleteContact' })
    },
    [t, run, mutateAsync, dataSourceId],
  )
}

function NoContacts({ onImport, onAdd }: { onImport(): void; onAdd(): void }) {
  const t = useMessages(contactsMessages)
  const rightReason = useRightReason()('operate')
  return (
    <EmptyState
      title={t.empty}
      hint={t.emptyHint}
      action={
        <Group gap="xs" mt="2xs">
          <ActionButton
            variant="filled"
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={onImport}
            disabledReason={rightReason}
          >
            {t.importFile}
          </ActionButton>
          <ActionButton onClick={onAdd} disabledReason={rightReason}>
            {t.add}
          </ActionButton>
        </Group>
      }
    />
  )
}
