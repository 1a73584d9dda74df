// The passkeys of whoever looks at it: what they are called, and where they were last used.
import type { Schemas } from '@carillon/client'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { NameCell } from '../../parts/tables/cells.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { hasPasskeys } from '../../session/passkeys.ts'
import { peopleMessages } from './people.messages.ts'

const PasskeyDialog = lazyPart(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog)

type Passkey = Schemas['Passkey']

export function PasskeysCard() {
  const me = useApiQuery('/api/session/me', {}).data
  // Of a token there are none, and a provider decides itself how its people sign in.
  return me?.signsInBy === 'password' ? <PasskeyList /> : null
}

function PasskeyList() {
  const { passkeys: t } = useMessages(peopleMessages)
  const found = useApiQuery('/api/passkey/list', {})
  const [edited, setEdited] = useState<Passkey | 'new'>()
  const columns = useColumns(setEdited)
  return (
    <ListCard
      words={t}
      columns={columns}
      found={found}
      disabledReason={hasPasskeys() ? undefined : t.notHere}
      onAdd={() => setEdited('new')}
    >
      {edited && <PasskeyDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </ListCard>
  )
}

function useColumns(onEdit: (passkey: Passkey) => void): Column<Passkey>[] {
  const { passkeys: t, never } = useMessages(peopleMessages)
  const format = useFormat()
  const remove = useRemove()
  return [
    { id: 'name', title: t.columns.name, cell: ({ name }) => <NameCell name={name} /> },
    { id: 'host', title: t.columns.host, visibleFrom: 'md', cell: ({ host }) => host },
    {
      id: 'created',
      title: t.columns.created,
      visibleFrom: 'sm',
      cell: ({ createTime }) => <span className="cell-time">{format.dateTime(createTime)}</span>,
    },
    {
      id: 'used',
      title: t.columns.used,
      cell: ({ usedTime }) => (
        <span className="cell-time">{usedTime ? format.dateTime(usedTime) : never}</span>
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      align: 'right',
      cell: (passkey) => (
        <Group gap="2xs" justify="flex-end">
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.renameOf(passkey.name)}
            onClick={() => onEdit(passkey)}
          >
            {t.rename}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.removeOf(passkey.name)}
            onClick={() => remove(passkey)}
          >
            {t.remove}
          </Button>
        </Group>
      ),
    },
  ]
}

function useRemove() {
  const { passkeys: t } = useMessages(peopleMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const removing = useApiMutation('/api/passkey/delete')
  return async ({ id, name }: Passkey) => {
    const { title, text, action } = t.removeQuestion
    if (!(await confirm({ title: title(name), text, action, isDangerous: true }))) return
    await removing.mutateAsync({ body: { id } }).then(
      () => notify.done(t.removed(name)),
      (error) => notify.failed(error, 'savePerson'),
    )
  }
}
