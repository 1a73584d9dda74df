import { notifications } from '@mantine/notifications'
import { useMessages } from '../language/language-provider.tsx'
import { type FailedAction, failedActions } from './failed-actions.ts'
import { partsMessages } from './parts.messages.ts'
import { useErrorText } from './use-error-text.ts'

interface Notify {
  done(message: string): void
  failed(error: unknown, action: FailedAction): void
}

export function useNotify(): Notify {
  const t = useMessages(partsMessages)
  const titles = useMessages(failedActions)
  const textOf = useErrorText()
  const closeButtonProps = { 'aria-label': t.dismiss }
  return {
    done: (message) => {
      notifications.show({ message, color: 'green', role: 'status', closeButtonProps })
    },
    failed: (error, action) => {
      notifications.show({
        title: titles[action],
        message: textOf(error),
        color: 'red',
        role: 'alert',
        autoClose: 10_000,
        closeButtonProps,
      })
    },
  }
}
