import { notifications } from '@mantine/notifications'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'
import { useErrorText } from './use-error-text.ts'

interface Notify {
  done(message: string): void
  /** The title says what failed, such as "Couldn't pause the task". */
  failed(error: unknown, title?: string): void
}

export function useNotify(): Notify {
  const t = useMessages(partsMessages)
  const textOf = useErrorText()
  const closeButtonProps = { 'aria-label': t.dismiss }
  return {
    done: (message) => {
      notifications.show({ message, color: 'green', role: 'status', closeButtonProps })
    },
    failed: (error, title = t.failed) => {
      notifications.show({
        title,
        message: textOf(error),
        color: 'red',
        role: 'alert',
        autoClose: 10_000,
        closeButtonProps,
      })
    },
  }
}
