// What cannot be undone: asks first, does it, and says that it is done or why not.
import { useCallback } from 'react'
import { useApiMutation } from '../session/api-hooks.ts'
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

interface DeleteWords {
  deleteQuestion: { title(name: string): string; text: string; action: string }
  deleted: string
}

/** Deletes one of the things of a list. */
export function useDelete(
  path: `/api/${'calendar' | 'ownPhone' | 'trunk' | 'webhook'}/delete`,
  { deleteQuestion, deleted }: DeleteWords,
  failed: FailedAction,
): (row: { id: string; name: string }) => Promise<boolean> {
  const run = useDangerousAction()
  const remove = useApiMutation(path)
  return ({ id, name }) => {
    const act = () => remove.mutateAsync({ body: { id } })
    return run({ ...deleteQuestion, title: deleteQuestion.title(name), act, done: deleted, failed })
  }
}
