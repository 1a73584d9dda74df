import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { ExportMenu } from '../../parts/files/export-menu.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageActions } from '../../parts/page-actions.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Settling } from '../../parts/settling.tsx'
import { useDangerousAction } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useImport } from '../contacts/use-import.tsx'
import { AddedFigure } from './added-figure.tsx'
import { doNotCallMessages } from './do-not-call.messages.ts'
import { EntryTable } from './entry-table.tsx'
import { ListScope } from './list-scope.tsx'

const ListDialog = lazyPart(async () => (await import('./list-dialog.tsx')).ListDialog)
const AddNumbersDialog = lazyPart(async () => (await import('./add-numbers-dialog.tsx')).AddNumbersDialog)

type List = Schemas['DoNotCallList']

export function DoNotCallListPage({ params: { id = '' } }: { params: { id?: string | undefined } }) {
  const t = useMessages(doNotCallMessages)
  const { data, error, refetch } = useApiQuery('/api/doNotCall/detail/{id}', { params: { path: { id } } })
  const [dialog, setDialog] = useState<'edit' | 'add'>()
  const importing = useImport(data && { kind: 'doNotCall', id: data.id, name: data.name })
  const close = () => setDialog(undefined)

  if (error && !data) {
    return (
      <>
        <PageHeader title={t.title} backTo="/do-not-call" />
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={data?.name ?? '…'}
        backTo="/do-not-call"
        beside={data && <ListFacts list={data} />}
        actions={
          data && (
            <ListActions
              list={data}
              onEdit={() => setDialog('edit')}
              onImport={importing.open}
              onAdd={() => setDialog('add')}
            />
          )
        }
      />
      {/* On a phone its buttons take rows of their own. */}
      {!data && <Settling />}
      {importing.banner}
      <div className="page-facts">
        {data && data.description !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2} title={data.description}>
            {data.description}
          </Text>
        )}
        <AddedFigure listId={id} />
      </div>
      <EntryTable key={id} listId={id} onAdd={() => setDialog('add')} onImport={importing.open} />
      {data && dialog === 'edit' && <ListDialog list={data} onClose={close} />}
      {dialog === 'add' && <AddNumbersDialog listId={id} onClose={close} />}
      {importing.dialog}
    </>
  )
}

function ListFacts({ list }: { list: List }) {
  const t = useMessages(doNotCallMessages)
  const format = useFormat()
  return (
    <>
      <ListScope isGlobal={list.isGlobal} />
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t.entryCount(format.number(list.entryCount))}
      </Text>
    </>
  )
}

interface ListActionsProps {
  list: List
  onEdit(): void
  onImport(): void
  onAdd(): void
}

function ListActions({ list, onEdit, onImport, onAdd }: ListActionsProps) {
  const t = useMessages(doNotCallMessages)
  const client = useClient()
  const deleteList = useDeleteList(list)
  const disabledReason = useRightReason()('operate')
  return (
    <PageActions
      onPhone={['add']}
      buttons={[
        { id: 'edit', label: t.edit, disabledReason, onClick: onEdit },
        {
          id: 'delete',
          label: t.delete,
          disabledReason: disabledReason ?? (list.entryCount > 0 ? t.deleteNotEmpty : undefined),
          onClick: deleteList,
        },
        {
          id: 'import',
          label: t.entries.import,
          icon: <IconUpload size={14} aria-hidden />,
          disabledReason,
          onClick: onImport,
        },
        { id: 'add', label: t.entries.add, variant: 'filled', disabledReason, onClick: onAdd },
      ]}
    >
      <ExportMenu
        startsPlain
        choices={[
          {
            id: 'all',
            of: [list.name],
            download: (style) =>
              client.download('/api/doNotCall/{id}/export', {
                params: { path: { id: list.id }, query: { ...style } },
              }),
          },
        ]}
      />
    </PageActions>
  )
}

function useDeleteList({ id, name }: List): () => Promise<void> {
  const { deleteQuestion: t } = useMessages(doNotCallMessages)
  const run = useDangerousAction()
  const [, navigate] = useLocation()
  const remove = useApiMutation('/api/doNotCall/delete')
  return async () => {
    const act = () => remove.mutateAsync({ body: { id } })
    if (await run({ ...t, title: t.title(name), act, failed: 'deleteList' })) navigate('/do-not-call')
  }
}
