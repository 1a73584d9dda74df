import { ApiError } from '@carillon/client/errors'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'
import { useErrorText } from './use-error-text.ts'

interface ErrorStateProps {
  error: Error
  onRetry?: (() => void) | undefined
}

/** Shows an error and a button to retry; what somebody may not see is no error, and trying again would not change it. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useMessages(partsMessages)
  const text = useErrorText()(error)
  if (error instanceof ApiError && error.status === 403)
    return (
      <Alert
        color="gray"
        variant="outline"
        icon={<IconEyeOff size={18} />}
        title={t.notShown}
        role="note"
        m="md"
      >
        <Text size="sm">{text}</Text>
      </Alert>
    )
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={t.cannotLoad}
      role="alert"
      m="md"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
