// One operation on several tasks: those whose state allows it. At the end one sentence says how many, and why not the others.
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useErrorText } from '../../../parts/use-error-text.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'

export const batchOperations = ['pause', 'resume', 'stop', 'close'] as const
export type BatchOperation = (typeof batchOperations)[number]

export function useBatch(): {
  isBusy: boolean
  run(operation: BatchOperation, ids: string[]): Promise<void>
} {
  const t = useMessages(operationsMessages)
  const notify = useNotify()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const moves = {
    pause: useApiMutation('/api/task/pause'),
    resume: useApiMutation('/api/task/resume'),
    stop: useApiMutation('/api/task/stop'),
    close: useApiMutation('/api/task/close'),
  }
  return {
    isBusy,
    async run(operation, ids) {
      setBusy(true)
      let done = 0
      const reasons: string[] = []
      for (const id of ids) {
        try {
          await moves[operation].mutateAsync({ body: { id } })
          done += 1
        } catch (error) {
          reasons.push(errorText(error))
        }
      }
      setBusy(false)
      const failed = reasons.length > 0 ? [t.batchFailed(reasons.length, reasons[0] ?? '')] : []
      notify.done([t.batchDone[operation](done), ...failed].join(t.separator))
    },
  }
}
