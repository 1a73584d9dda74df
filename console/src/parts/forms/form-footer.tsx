import { Alert, Button, Group } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../action-button.tsx'
import { type FailedAction, failedActions } from '../errors/failed-actions.ts'
import { useErrorText } from '../errors/use-error-text.ts'
import { partsMessages } from '../parts.messages.ts'

export interface FormFooterProps {
  /** Shown above the buttons. */
  error: unknown
  /** What could not be done: the title of the error. */
  failed?: FailedAction
  /** The label of the button that submits. */
  action: string
  isBusy: boolean
  isDangerous?: boolean
  onCancel(): void
}

/** The end of a form in a dialog. */
export function FormFooter(props: FormFooterProps) {
  const { error, failed, action, isBusy, isDangerous = false, onCancel } = props
  const t = useMessages(partsMessages)
  return (
    <>
      <FormError error={error} failed={failed} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button type="submit" color={isDangerous ? 'red.8' : undefined} loading={isBusy}>
          {action}
        </Button>
      </Group>
    </>
  )
}

interface SaveFooterProps {
  error: unknown
  action: string
  isBusy: boolean
  /** Why the user may not save. */
  disabledReason: string | undefined
}

/** The end of a form in a card. */
export function SaveFooter({ error, action, isBusy, disabledReason }: SaveFooterProps) {
  return (
    <>
      <FormError error={error} />
      <Group>
        <ActionButton type="submit" variant="filled" loading={isBusy} disabledReason={disabledReason}>
          {action}
        </ActionButton>
      </Group>
    </>
  )
}

/** Why the request of a form failed; nothing if it did not. */
export function FormError({ error, failed }: { error: unknown; failed?: FailedAction | undefined }) {
  const t = useMessages(partsMessages)
  const actions = useMessages(failedActions)
  const textOf = useErrorText()
  if (!error) return null
  return (
    <Alert color="red" variant="outline" title={failed ? actions[failed] : t.failed} role="alert">
      {textOf(error)}
    </Alert>
  )
}
