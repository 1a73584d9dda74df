// What cannot be undone: asks first, does it, and says that it is done or why not.
import { useCallback } from 'react'
import { useConfirm } from './confirm.tsx'
import type { Question } from './confirm-dialog.tsx'
import type { FailedAction } from './errors/failed-actions.ts'
import { useNotify } from './notify.ts'

interface DangerousAction extends Omit<Question, 'isDangerous'> {
  act(): Promise<unknown>
  /** What is said afterwards. */
  done: string
  failed: FailedAction
}

/** The returned function answers whether it was done. */
export function useDangerousAction(): (action: DangerousAction) => Promise<boolean> {
  const confirm = useConfirm()
  const notify = useNotify()
  return useCallback(
    async ({ act, done, failed, ...question }) => {
      if (!(await confirm({ ...question, isDangerous: true }))) return false
      try {
        await act()
        notify.done(done)
        return true
      } catch (error) {
        notify.failed(error, failed)
        return false
      }
    },
    [confirm, notify],
  )
}
