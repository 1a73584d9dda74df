import type { Schemas } from '@carillon/client'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { AnsweredFigure } from '../../../parts/figures/answered-figure.tsx'
import { PageHeader } from '../../../parts/page-header.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { NoMatch } from '../../../parts/tables/no-match.tsx'
import { useLastPage } from '../../../parts/tables/use-last-page.ts'
import { useKept } from '../../../parts/undo.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { SameListWarnings } from '../same-list.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { BatchBar } from './batch-bar.tsx'
import { readSort } from './sort-title.tsx'
import { useTaskColumns } from './task-columns.tsx'
import { TaskFilters, taskFilters } from './task-filters.tsx'

type Task = Schemas['TaskSummary']

export function TaskListPage() {
  const t = useMessages(tasksMessages)
  const address = useAddress()
  const [, navigate] = useLocation()
  const columns = useTaskColumns(address)
  // By id, with the task as it was listed: the state says what can be done.
  const [selected, setSelected] = useState<ReadonlyMap<string, Task>>(new Map())
  const filters = taskFilters(address)
  const query = {
    ...address.page,
    ...readSort(address),
    ...filters,
    include: 'progress' as const,
  }
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    '/api/task/list',
    { params: { query } },
    { keepsPrevious: true },
  )
  useLastPage(address, data && !isPlaceholderData ? data : undefined)
  const rows = useKept(data?.rows, ({ id }) => id)
  const listed = new Map(data?.rows.map((task) => [task.id, task]))
  const select = (ids: Set<string>) => {
    const tasks = [...ids].map((id) => listed.get(id) ?? selected.get(id))
    setSelected(new Map(tasks.flatMap((task) => (task ? [[task.id, task]] : []))))
  }

  return (
    <>
      <PageHeader title={t.title} figure={<AnsweredFigure period="day" />} actions={<NewTaskButton />} />
      <SameListWarnings />
      <TaskFilters address={address} counts={data?.groups} />
      <DataTable
        label={t.tasksLabel}
        columns={columns}
        rows={rows}
        error={error}
        onRetry={refetch}
        keyOf={(task) => task.id}
        nameOf={(task) => task.taskName}
        selection={{ ids: new Set(selected.keys()), change: select }}
        selectionBar={
          <BatchBar
            selected={[...selected.values()].map((task) => listed.get(task.id) ?? task)}
            elsewhere={[...selected.keys()].filter((id) => !listed.has(id)).length}
            onDone={() => setSelected(new Map())}
          />
        }
        onOpen={(task) => navigate(`/tasks/${task.id}`)}
        paging={{ total: data?.total ?? 0, address }}
        empty={
          Object.keys(filters).length > 0 ? (
            <NoMatch title={t.noMatch} hint={t.noMatchHint} action={t.clearFilters} onClear={address.clear} />
          ) : (
            <EmptyState title={t.empty} hint={t.emptyHint} action={<NewTaskButton />} />
          )
        }
      />
    </>
  )
}

function NewTaskButton() {
  const t = useMessages(tasksMessages)
  const rightReason = useRightReason()('operate')
  const icon = <IconPlus size={14} aria-hidden />
  if (rightReason !== undefined) {
    return (
      <ActionButton leftSection={icon} disabledReason={rightReason}>
        {t.newTask}
      </ActionButton>
    )
  }
  return (
    <Button component={Link} href="/tasks/new" leftSection={icon}>
      {t.newTask}
    </Button>
  )
}
