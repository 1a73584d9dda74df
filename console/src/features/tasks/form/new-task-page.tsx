import { useLocation, useSearchParams } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { PageHeader } from '../../../parts/page-header.tsx'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { useNewTask } from './new-task-values.ts'
import { TaskForm } from './task-form.tsx'
import { TaskFormSkeleton } from './task-form-skeleton.tsx'
import { toBody } from './task-form-values.ts'

/** `?dataSource=` preselects a data source, for links from its page. */
export function NewTaskPage() {
  const t = useMessages(tasksMessages)
  const notify = useNotify()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const dataSourceId = params.get('dataSource') ?? ''
  const initial = useNewTask()
  const add = useApiMutation('/api/task/add')
  return (
    <>
      <PageHeader title={t.form.titleNew} backTo="/tasks" />
      <div className="page-scroll">
        {initial ? (
          <TaskForm
            key={dataSourceId}
            draftName={`new-task:${dataSourceId}`}
            initial={{ ...initial, dataSourceId }}
            isExisting={false}
            onCancel={() => navigate('/tasks')}
            save={async (values) => {
              const { id } = await add.mutateAsync({ body: toBody(values) })
              notify.done(t.done.created)
              navigate(`/tasks/${id}`)
            }}
          />
        ) : (
          <TaskFormSkeleton />
        )}
      </div>
    </>
  )
}
