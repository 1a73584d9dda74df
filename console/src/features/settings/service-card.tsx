import { Anchor, Group, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import type { System } from '../../session/use-system.ts'
import { settingsMessages } from './settings.messages.ts'

export function ServiceCard({ system }: { system: System }) {
  const { service: t } = useMessages(settingsMessages)
  const format = useFormat()
  const { version, timeZone, time, token } = system
  return (
    <Card title={t.title}>
      <dl className="settings-list" data-narrow>
        <dt>{t.you}</dt>
        <dd>{t.youAs(token.name, token.scope)}</dd>
        <dt>{t.version}</dt>
        <dd>{version}</dd>
        <dt>{t.zone}</dt>
        <dd>
          {timeZone}
          <Text size="xs" c="dimmed">
            {t.zoneHint}
          </Text>
        </dd>
        <dt>{t.time}</dt>
        <dd>{format.dateTime(time)}</dd>
        <dt>{t.links}</dt>
        <dd>
          <Group gap="sm">
            <Anchor href="/docs" target="_blank" rel="noreferrer">
              {t.reference}
            </Anchor>
            <Anchor href="/openapi.json" target="_blank" rel="noreferrer">
              {t.openapi}
            </Anchor>
          </Group>
        </dd>
      </dl>
    </Card>
  )
}
