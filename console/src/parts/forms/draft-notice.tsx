import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'

interface DraftNoticeProps {
  /** What is edited was changed since. */
  isOutdated: boolean
  onDiscard(): void
}

/** On top of a form: its values are those of an earlier visit. */
export function DraftNotice({ isOutdated, onDiscard }: DraftNoticeProps) {
  const t = useMessages(partsMessages)
  return (
    <Alert
      color={isOutdated ? 'yellow' : 'blue'}
      variant="outline"
      icon={<IconHistory size={18} />}
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex={1} miw={200}>
          {t.restored} {isOutdated && t.restoredOutdated}
        </Text>
        <Button variant="default" onClick={onDiscard}>
          {t.discard}
        </Button>
      </Group>
    </Alert>
  )
}
