import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'
import { useErrorText } from './use-error-text.ts'

interface ErrorStateProps {
  error: Error
  onRetry?: (() => void) | undefined
}

/** Shows an error and a button to retry. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useMessages(partsMessages)
  const text = useErrorText()(error)
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
