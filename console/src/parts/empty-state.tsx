import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** What to do next. */
  hint?: string | undefined
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Text fw={600}>{title}</Text>
      {hint !== undefined && (
        <Text c="dimmed" size="sm" ta="center" maw={460}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
