import type { Schemas } from '@carillon/client'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable, type Selection } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { SearchField } from '../../../parts/search-field.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { ContactStatusBadge } from '../contact-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { ContactDrawer } from './contact-drawer.tsx'

interface ContactsTabProps {
  taskId: string
  dataSourceId: string
  selection: Selection
}

export function ContactsTab({ taskId, dataSourceId, selection }: ContactsTabProps) {
  const { contacts: t } = useMessages(tasksMessages)
  const format = useFormat()
  const address = useAddress('contact-')
  const [opened, setOpened] = useState<string>()
  const phoneNumber = address.get('phone')
  const query = { ...address.page, ...(phoneNumber !== undefined && { phoneNumber }) }
  const init = { params: { path: { id: dataSourceId }, query } }
  const { data, error, refetch } = useApiQuery('/api/dataSource/{id}/contacts', init, { keepsPrevious: true })

  const columns: Column<Schemas['Contact']>[] = [
    {
      id: 'phone',
      title: t.phone,
      cell: (contact) => (
        <UnstyledButton
          c="var(--mantine-color-anchor)"
          fz="sm"
          aria-label={t.open(contact.phoneNumber)}
          onClick={() => setOpened(contact.id)}
        >
          {contact.phoneNumber}
        </UnstyledButton>
      ),
    },
    {
      id: 'name',
      title: t.name,
      cell: (contact) => <span className="cell-name">{String(contact['customerName'] ?? '')}</span>,
    },
    { id: 'status', title: t.status, cell: (contact) => <ContactStatusBadge status={contact.status} /> },
    { id: 'calls', title: t.calls, align: 'right', cell: (contact) => format.number(contact.callCount) },
  ]

  return (
    <>
      <div className="toolbar">
        <SearchField label={t.search} value={phoneNumber} onChange={(phone) => address.set({ phone })} />
      </div>
      <DataTable
        label={t.label}
        isBounded
        columns={columns}
        rows={data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={(contact) => contact.id}
        nameOf={(contact) => contact.phoneNumber}
        onOpen={(contact) => setOpened(contact.id)}
        paging={{ total: data?.total ?? 0, address }}
        selection={selection}
        empty={
          phoneNumber === undefined ? (
            <EmptyState title={t.empty} hint={t.emptyHint} />
          ) : (
            <EmptyState title={t.noMatch} />
          )
        }
      />
      <ContactDrawer taskId={taskId} contactId={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
