import { Alert } from '@mantine/core'
import { useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { PageHeader } from '../../../parts/page-header.tsx'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { isAllowed } from '../task-state.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { TaskForm } from './task-form.tsx'
import { TaskFormSkeleton } from './task-form-skeleton.tsx'
import { fromSettings, toBody } from './task-form-values.ts'

export function EditTaskPage({ params: { id = '' } }: { params: { id?: string | undefined } }) {
  const t = useMessages(tasksMessages)
  const notify = useNotify()
  const [, navigate] = useLocation()
  const init = { params: { path: { id } } }
  const settings = useApiQuery('/api/task/{id}/settings', init)
  const task = useApiQuery('/api/task/detail/{id}', init)
  const update = useApiMutation('/api/task/update')
  const error = settings.error ?? task.error
  const back = `/tasks/${id}`
  const isDraft = !task.data || isAllowed('update', task.data.status)
  return (
    <>
      <PageHeader title={t.form.titleEdit} backTo={back} />
      <div className="page-scroll">
        {error && !settings.data && <ErrorState error={error} onRetry={settings.refetch} />}
        {!isDraft && (
          <Alert color="yellow" variant="outline" mb="md" maw={680}>
            {t.form.notDraft}
          </Alert>
        )}
        {!settings.data && !error && <TaskFormSkeleton />}
        {settings.data && (
          // The form keeps its initial values when the settings are fetched again, so that no input is lost.
          <TaskForm
            key={id}
            draftName={`task:${id}`}
            initial={fromSettings(settings.data)}
            isExisting
            saveReason={isDraft ? undefined : t.form.notDraft}
            listModeReason={settings.data.continuesTaskId && t.form.listModeOfContinued}
            onCancel={() => navigate(back)}
            save={async (values) => {
              const { dataSourceId, ...body } = toBody(values)
              await update.mutateAsync({ body: { id, ...body } })
              notify.done(t.done.saved)
              navigate(back)
            }}
          />
        )}
      </div>
    </>
  )
}
