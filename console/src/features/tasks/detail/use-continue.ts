// Continuing a task that was stopped or closed: a draft for the contacts that remain.
import { useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { isAllowed } from '../task-state.ts'

export function useContinue({ id, status }: { id: string; status: number }) {
  const t = useMessages(operationsMessages)
  const format = useFormat()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const continueTask = useApiMutation('/api/task/continue')
  const isPossible = isAllowed('continue', status)
  const { data } = useApiQuery(
    '/api/task/{id}/contacts/counts',
    { params: { path: { id } } },
    { isEnabled: isPossible },
  )
  const remaining = isPossible ? (data?.remaining ?? undefined) : undefined

  return {
    /** Undefined while it is not known how many remain, or they cannot be dialed. */
    label: remaining ? t.continueWith(format.number(remaining)) : undefined,
    disabledReason: remaining === 0 ? t.nothingRemains : undefined,
    async onClick(): Promise<void> {
      if (continueTask.isPending) return
      try {
        const draft = await continueTask.mutateAsync({ body: { id } })
        notify.done(t.continued(draft.taskName, format.number(draft.contactCount)))
        navigate(`/tasks/${draft.id}`)
      } catch (error) {
        notify.failed(error, 'continueTask')
      }
    },
  }
}
