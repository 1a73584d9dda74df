import { VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { Contact } from '../../parts/forms/custom-fields.ts'
import type { Column } from '../../parts/tables/data-table.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useScopeReason } from '../../session/use-scope-reason.ts'
import { ContactStatusBadge } from '../tasks/contact-status.tsx'
import { contactsMessages } from './contacts.messages.ts'

interface ContactActions {
  onOpen(contact: Contact): void
  onEdit(contact: Contact): void
  onDelete(contact: Contact): void
}

/**
 * The phone number stays on the left and the actions on the right; the custom fields scroll between them. The rows are rendered
 * again when an action is another function.
 */
export function useContactColumns(
  fieldNames: string[],
  { onOpen, onEdit, onDelete }: ContactActions,
): Column<Contact>[] {
  const words = useMessages(contactsMessages)
  const format = useFormat()
  const canWrite = useScopeReason()('write') === undefined
  return useMemo(() => {
    const t = words.columns
    return [
      {
        id: 'phone',
        title: t.phone,
        sticky: 'left',
        cell: (contact) => (
          <button
            type="button"
            className="cell-link"
            style={{ fontWeight: 500, whiteSpace: 'nowrap' }}
            aria-label={words.open(contact.phoneNumber)}
            onClick={() => onOpen(contact)}
          >
            {contact.phoneNumber}
          </button>
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
        cell: (contact) => <span className="cell-time">{format.dateTime(contact.createTime)}</span>,
      },
      ...(canWrite ? [actionColumn(words, t.actions, { onEdit, onDelete })] : []),
    ]
  }, [fieldNames, words, format, canWrite, onOpen, onEdit, onDelete])
}

interface ActionWords {
  edit(phone: string): string
  delete(phone: string): string
}

function actionColumn(
  words: ActionWords,
  title: string,
  actions: Omit<ContactActions, 'onOpen'>,
): Column<Contact> {
  return {
    id: 'actions',
    title: <VisuallyHidden>{title}</VisuallyHidden>,
    sticky: 'right',
    width: 70,
    cell: (contact) => (
      <div className="row-actions">
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
      </div>
    ),
  }
}
