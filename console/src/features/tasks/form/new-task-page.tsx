import { useLocation, useSearchParams } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { PageHeader } from '../../../parts/page-header.tsx'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { readTaskDefaults } from '../task-defaults.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { TaskForm } from './task-form.tsx'
import { emptyTask, toBody } from './task-form-values.ts'

/** `?dataSource=` preselects a data source, for links from its page. */
export function NewTaskPage() {
  const t = useMessages(tasksMessages)
  const notify = useNotify()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const dataSourceId = params.get('dataSource') ?? ''
  const add = useApiMutation('/api/task/add')
  return (
    <>
      <PageHeader title={t.form.titleNew} backTo="/tasks" />
      <div className="page-scroll">
        <TaskForm
          key={dataSourceId}
          draftName={`new-task:${dataSourceId}`}
          initial={{ ...emptyTask, ...readTaskDefaults(), dataSourceId }}
          isExisting={false}
          onCancel={() => navigate('/tasks')}
          save={async (values) => {
            const { id } = await add.mutateAsync({ body: toBody(values) })
            notify.done(t.done.created)
            navigate(`/tasks/${id}`)
          }}
        />
      </div>
    </>
  )
}
