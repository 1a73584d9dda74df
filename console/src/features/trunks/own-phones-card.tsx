import { Text, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { type Column, DataTable } from '../../parts/tables/data-table.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useScopeReason } from '../../session/use-scope-reason.ts'
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
  const scopeReason = useScopeReason()('admin')
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useApiQuery(
    '/api/ownPhone/list',
    {},
    {
      refetchEveryMs: STATES_EVERY_MS,
      refetchWhile: (found) => (found?.rows.length ?? 0) > 0,
    },
  )
  const columns = useColumns(scopeReason === undefined)
  return (
    <Card
      title={t.title}
      isFlush
      beside={
        <ActionButton
          leftSection={<IconPlus size={14} aria-hidden />}
          disabledReason={scopeReason}
          onClick={() => setOpen(true)}
        >
          {t.add}
        </ActionButton>
      }
    >
      <DataTable
        label={t.title}
        isBounded
        columns={columns}
        rows={data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t.empty} hint={t.emptyHint} />}
      />
      {isOpen && <OwnPhoneDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

function useColumns(canChange: boolean): Column<OwnPhone>[] {
  const t = useMessages(ownPhoneMessages)
  const remove = useDelete()
  const stateOf = ({ hasPassword, isRegistered }: OwnPhone) => {
    if (!hasPassword) return t.noPassword
    if (isRegistered === null) return t.unknown
    return isRegistered ? t.registered : t.notRegistered
  }
  const actions: Column<OwnPhone> = {
    id: 'actions',
    title: <VisuallyHidden>{t.columns.actions}</VisuallyHidden>,
    width: 50,
    cell: (phone) => (
      <RowAction label={t.delete(phone.name)} Icon={IconTrash} onClick={() => remove(phone)} />
    ),
  }
  return [
    {
      id: 'name',
      title: t.columns.name,
      cell: ({ name }) => (
        <Text size="sm" fw={500} span className="cell-name" title={name}>
          {name}
        </Text>
      ),
    },
    { id: 'state', title: t.columns.state, cell: stateOf },
    ...(canChange ? [actions] : []),
  ]
}

function useDelete(): (phone: OwnPhone) => Promise<void> {
  const t = useMessages(ownPhoneMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const remove = useApiMutation('/api/ownPhone/delete')
  return async ({ id, name }) => {
    const { title, text, action } = t.deleteQuestion
    if (!(await confirm({ title: title(name), text, action, isDangerous: true }))) return
    try {
      await remove.mutateAsync({ body: { id } })
      notify.done(t.deleted)
    } catch (error) {
      notify.failed(error, 'deleteOwnPhone')
    }
  }
}
