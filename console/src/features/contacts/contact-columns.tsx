import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { Contact } from '../../parts/custom-fields.ts'
import type { Column } from '../../parts/data-table.tsx'
import { RowAction } from '../../parts/row-action.tsx'
import { useScopeReason } from '../../session/use-scope-reason.ts'
import { ContactStatusBadge } from '../tasks/contact-status.tsx'
import { contactsMessages } from './contacts.messages.ts'

interface ContactActions {
  onOpen(contact: Contact): void
  onEdit(contact: Contact): void
  onDelete(contact: Contact): void
}

/** The phone number stays on the left and the actions on the right; the custom fields scroll between them. */
export function useContactColumns(fieldNames: string[], actions: ContactActions): Column<Contact>[] {
  const { columns: t, ...words } = useMessages(contactsMessages)
  const format = useFormat()
  const canWrite = useScopeReason()('write') === undefined
  return [
    {
      id: 'phone',
      title: t.phone,
      sticky: 'left',
      cell: (contact) => (
        <UnstyledButton
          c="var(--mantine-color-anchor)"
          fz="sm"
          fw={500}
          style={{ whiteSpace: 'nowrap' }}
          aria-label={words.open(contact.phoneNumber)}
          onClick={() => actions.onOpen(contact)}
        >
          {contact.phoneNumber}
        </UnstyledButton>
      ),
    },
    { id: 'status', title: t.status, cell: (contact) => <ContactStatusBadge status={contact.status} /> },
    { id: 'calls', title: t.calls, align: 'right', cell: (contact) => format.number(contact.callCount) },
    ...fieldNames.map(
      (name): Column<Contact> => ({
        id: `field ${name}`,
        title: name,
        cell: (contact) => {
          const value = String(contact[name] ?? '')
          return (
            <span className="cell-name cell-field" title={value}>
              {value}
            </span>
          )
        },
      }),
    ),
    {
      id: 'created',
      title: t.created,
      cell: (contact) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {format.dateTime(contact.createTime)}
        </Text>
      ),
    },
    ...(canWrite ? [actionColumn(words, t.actions, actions)] : []),
  ]
}

interface ActionWords {
  edit(phone: string): string
  delete(phone: string): string
}

function actionColumn(words: ActionWords, title: string, actions: ContactActions): Column<Contact> {
  return {
    id: 'actions',
    title: <VisuallyHidden>{title}</VisuallyHidden>,
    sticky: 'right',
    width: 70,
    cell: (contact) => (
      <Group gap={2} wrap="nowrap" justify="flex-end">
        <RowAction
          label={words.edit(contact.phoneNumber)}
          Icon={IconPencil}
          onClick={() => actions.onEdit(contact)}
        />
        <RowAction
          label={words.delete(contact.phoneNumber)}
          Icon={IconTrash}
          onClick={() => actions.onDelete(contact)}
        />
      </Group>
    ),
  }
}
