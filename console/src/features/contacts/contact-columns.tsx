import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { Contact } from '../../parts/forms/custom-fields.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { ContactStatusBadge } from '../tasks/contact-status.tsx'
import { contactsMessages } from './contacts.messages.ts'

export type TimeName = 'callTime' | 'callUntil'

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
  timeNames: readonly TimeName[],
  { onOpen, onEdit, onDelete }: ContactActions,
): Column<Contact>[] {
  const words = useMessages(contactsMessages)
  const format = useFormat()
  const canWrite = useRightReason()('operate') === undefined
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
      {
        id: 'status',
        title: t.status,
        cell: (contact) =>
          contact.withdrawTime === null ? (
            <ContactStatusBadge status={contact.status} />
          ) : (
            <StatusBadge tone="idle">{words.drawer.withdrawn}</StatusBadge>
          ),
      },
      { id: 'calls', title: t.calls, align: 'right', cell: (contact) => format.number(contact.callCount) },
      ...timeNames.map(
        (name): Column<Contact> => ({
          id: name,
          title: t[name],
          cell: (contact) => <span className="cell-time">{format.dateTime(contact[name])}</span>,
        }),
      ),
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
  }, [fieldNames, timeNames, words, format, canWrite, onOpen, onEdit, onDelete])
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
    title: title,
    isActions: true,
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
