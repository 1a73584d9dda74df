import { Stack, Switch, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { settingsMessages } from './settings.messages.ts'

/** What the console shows to everyone who uses the service. */
export function EveryoneCard() {
  const { everyone: t } = useMessages(settingsMessages)
  const notify = useNotify()
  const rightReason = useRightReason()('operate')
  const { data } = useApiQuery('/api/console/settings', {})
  const save = useApiMutation('/api/console/settings')
  async function set(body: { protectNewTasks?: boolean; offerProtections?: boolean }): Promise<void> {
    try {
      await save.mutateAsync({ body })
    } catch (error) {
      notify.failed(error, 'saveSettings')
    }
  }
  return (
    <Card title={t.title}>
      <Stack gap="sm">
        <Switch
          label={t.protectNewTasks}
          description={t.protectNewTasksHint}
          disabled={!data || rightReason !== undefined}
          checked={data?.protectNewTasks ?? false}
          onChange={({ currentTarget: { checked } }) => set({ protectNewTasks: checked })}
        />
        <Switch
          label={t.offerProtections}
          disabled={!data || rightReason !== undefined}
          checked={data?.offerProtections ?? false}
          onChange={({ currentTarget: { checked } }) => set({ offerProtections: checked })}
        />
        <Text size="xs" c="dimmed">
          {rightReason ?? t.note}
        </Text>
      </Stack>
    </Card>
  )
}
