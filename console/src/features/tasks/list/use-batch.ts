// One operation on several tasks: those whose state allows it. At the end one sentence says how many were changed, and each
// that was not is named with the reason.
import { ApiError } from '@carillon/client/errors'
import { useMessages } from '../../../language/language-provider.tsx'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { useNameList } from './use-name-list.ts'

export const batchOperations = ['pause', 'resume', 'stop', 'close'] as const
export type BatchOperation = (typeof batchOperations)[number]

interface NamedTask {
  id: string
  taskName: string
}

/** Returns a function that moves the tasks and returns how many were changed. */
export function useBatch(): (operation: BatchOperation, tasks: NamedTask[]) => Promise<number> {
  const t = useMessages(operationsMessages)
  const notify = useNotify()
  const errorText = useErrorText()
  const nameList = useNameList()
  const moves = {
    pause: useApiMutation('/api/task/pause'),
    resume: useApiMutation('/api/task/resume'),
    stop: useApiMutation('/api/task/stop'),
    close: useApiMutation('/api/task/close'),
  }

  /** Returns the names of the tasks that were not changed, by reason. */
  async function moveAll(operation: BatchOperation, tasks: NamedTask[]): Promise<Map<string, string[]>> {
    const failed = new Map<string, string[]>()
    let unreachable: unknown
    for (const { id, taskName } of tasks) {
      try {
        // Each further task would wait for the service in vain.
        if (unreachable) throw unreachable
        await moves[operation].mutateAsync({ body: { id } })
      } catch (error) {
        if (error instanceof ApiError && error.isUnreachable) unreachable = error
        const reason = errorText(error)
        failed.set(reason, [...(failed.get(reason) ?? []), taskName])
      }
    }
    return failed
  }

  return async (operation, tasks) => {
    const failed = await moveAll(operation, tasks)
    const failedCount = [...failed.values()].flat().length
    const done = tasks.length - failedCount
    if (failedCount === 0) {
      notify.done(t.batchDone[operation](done))
      return done
    }
    const parts = [...(done > 0 ? [t.batchDone[operation](done)] : []), t.batchFailed[operation](failedCount)]
    const reasons = [...failed].map(([reason, names]) => t.reason(nameList(names), reason))
    notify.notAllDone(parts.join(t.separator), reasons, done > 0)
    return done
  }
}
