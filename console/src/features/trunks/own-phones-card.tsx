import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { NameCell } from '../../parts/tables/cells.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useDelete } from '../../parts/use-dangerous-action.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { ownPhoneMessages } from './own-phones.messages.ts'

const OwnPhoneDialog = lazyPart(async () => (await import('./own-phone-dialog.tsx')).OwnPhoneDialog)

interface OwnPhone {
  id: string
  name: string
  hasPassword: boolean
  isRegistered: boolean | null
}

const STATES_EVERY_MS = 5000

/** SIP apps that register with the Asterisk of Carillon. */
export function OwnPhonesCard() {
  const t = useMessages(ownPhoneMessages)
  const rightReason = useRightReason()('administer')
  const [isOpen, setOpen] = useState(false)
  const found = useApiQuery(
    '/api/ownPhone/list',
    {},
    {
      refetchEveryMs: STATES_EVERY_MS,
      refetchWhile: (phones) => (phones?.rows.length ?? 0) > 0,
    },
  )
  const columns = useColumns(rightReason === undefined)
  return (
    <ListCard
      words={t}
      columns={columns}
      found={found}
      disabledReason={rightReason}
      onAdd={() => setOpen(true)}
    >
      {isOpen && <OwnPhoneDialog onClose={() => setOpen(false)} />}
    </ListCard>
  )
}

function useColumns(canChange: boolean): Column<OwnPhone>[] {
  const t = useMessages(ownPhoneMessages)
  const remove = useDelete('/api/ownPhone/delete', t, 'deleteOwnPhone')
  const stateOf = ({ hasPassword, isRegistered }: OwnPhone) => {
    if (!hasPassword) return t.noPassword
    if (isRegistered === null) return t.unknown
    return isRegistered ? t.registered : t.notRegistered
  }
  const actions: Column<OwnPhone> = {
    id: 'actions',
    title: t.columns.actions,
    isActions: true,
    width: 50,
    cell: (phone) => (
      <RowAction label={t.delete(phone.name)} Icon={IconTrash} onClick={() => remove(phone)} />
    ),
  }
  return [
    { id: 'name', title: t.columns.name, cell: ({ name }) => <NameCell name={name} /> },
    { id: 'state', title: t.columns.state, cell: stateOf },
    ...(canChange ? [actions] : []),
  ]
}
