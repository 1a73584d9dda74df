import { notifications } from '@mantine/notifications'
import { createElement, useMemo } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { type FailedAction, failedActions } from './errors/failed-actions.ts'
import { useErrorText } from './errors/use-error-text.ts'
import { partsMessages } from './parts.messages.ts'

interface Notify {
  done(message: string): void
  failed(error: unknown, action: FailedAction): void
  /** Some of several things could not be done, or none. It stays until it is closed: it has names and reasons to read. */
  notAllDone(title: string, reasons: string[], isAnyDone: boolean): void
}

export function useNotify(): Notify {
  const t = useMessages(partsMessages)
  const titles = useMessages(failedActions)
  const textOf = useErrorText()
  return useMemo(() => {
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
      notAllDone: (title, reasons, isAnyDone) => {
        notifications.show({
          title,
          message: createElement(
            'ul',
            { className: 'plain-list' },
            reasons.map((reason) => createElement('li', { key: reason }, reason)),
          ),
          color: isAnyDone ? 'yellow' : 'red',
          role: 'alert',
          autoClose: false,
          closeButtonProps,
        })
      },
    }
  }, [t, titles, textOf])
}
