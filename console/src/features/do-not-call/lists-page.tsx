import type { Schemas } from '@carillon/client'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { DescriptionCell, NameCell } from '../../parts/tables/cells.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { AddedFigure } from './added-figure.tsx'
import { doNotCallMessages } from './do-not-call.messages.ts'
import { ListScope } from './list-scope.tsx'

const ListDialog = lazyPart(async () => (await import('./list-dialog.tsx')).ListDialog)

type List = Schemas['DoNotCallList']

export function DoNotCallListsPage() {
  const t = useMessages(doNotCallMessages)
  const address = useAddress()
  const [, navigate] = useLocation()
  const columns = useColumns()
  const rightReason = useRightReason()('operate')
  const [isCreating, setCreating] = useState(false)
  const found = useApiQuery(
    '/api/doNotCall/list',
    { params: { query: address.page } },
    { keepsPrevious: true },
  )
  const createButton = (
    <ActionButton
      variant="filled"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setCreating(true)}
      disabledReason={rightReason}
    >
      {t.newList}
    </ActionButton>
  )
  return (
    <>
      <PageHeader title={t.title} figure={<AddedFigure />} actions={createButton} />
      <DataTable
        label={t.label}
        columns={columns}
        {...listOf(found, address)}
        keyOf={(list) => list.id}
        onOpen={(list) => navigate(`/do-not-call/${list.id}`)}
        empty={<EmptyState title={t.empty} hint={t.emptyHint} action={createButton} />}
      />
      {isCreating && (
        <ListDialog onClose={() => setCreating(false)} onCreated={(id) => navigate(`/do-not-call/${id}`)} />
      )}
    </>
  )
}

function useColumns(): Column<List>[] {
  const { columns: t } = useMessages(doNotCallMessages)
  const format = useFormat()
  return [
    {
      id: 'name',
      title: t.name,
      cell: (list) => <NameCell name={list.name} href={`/do-not-call/${list.id}`} />,
    },
    { id: 'scope', title: t.scope, width: 170, cell: (list) => <ListScope isGlobal={list.isGlobal} /> },
    {
      id: 'entries',
      title: t.entries,
      align: 'right',
      width: 110,
      cell: (list) => format.number(list.entryCount),
    },
    {
      id: 'description',
      title: t.description,
      visibleFrom: 'sm',
      cell: (list) => <DescriptionCell text={list.description} />,
    },
    {
      id: 'updated',
      title: t.updated,
      width: 180,
      visibleFrom: 'md',
      cell: (list) => <span className="cell-time">{format.dateTime(list.updateTime)}</span>,
    },
  ]
}
