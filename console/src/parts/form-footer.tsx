import { Alert, Button, Group } from '@mantine/core'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'
import { useErrorText } from './use-error-text.ts'

export interface FormFooterProps {
  /** Shown above the buttons. */
  error: unknown
  /** The label of the button that submits. */
  action: string
  isBusy: boolean
  isDangerous?: boolean
  onCancel(): void
}

/** The end of a form in a dialog. */
export function FormFooter({ error, action, isBusy, isDangerous = false, onCancel }: FormFooterProps) {
  const t = useMessages(partsMessages)
  return (
    <>
      <FormError error={error} />
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

/** Why the request of a form failed; nothing if it did not. */
export function FormError({ error }: { error: unknown }) {
  const t = useMessages(partsMessages)
  const textOf = useErrorText()
  if (!error) return null
  return (
    <Alert color="red" variant="outline" title={t.failed} role="alert">
      {textOf(error)}
    </Alert>
  )
}
