import { allowedFrom } from '@carillon/client/task-states'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { isAllowed, type TaskOperation } from './task-state.ts'
import { tasksMessages } from './tasks.messages.ts'

/** Returns why the task's state or the token forbids an operation; undefined if it is allowed. */
export function useOperationReason(status: number): (operation: TaskOperation) => string | undefined {
  const t = useMessages(tasksMessages)
  const { language } = useLanguage()
  const rightReason = useRightReason()
  return (operation) => {
    if (isAllowed(operation, status)) return rightReason('operate')
    const states = allowedFrom[operation].map((each) => t.statuses[each] ?? '')
    return t.forbidden(new Intl.ListFormat(language, { type: 'disjunction' }).format(states))
  }
}
