import { Anchor, Group, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import type { System } from '../../session/use-system.ts'
import { settingsMessages } from './settings.messages.ts'

export function ServiceCard({ system }: { system: System }) {
  const { service: t } = useMessages(settingsMessages)
  const format = useFormat()
  const { version, timeZone, time, token, readReplica } = system
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
        {readReplica && <ReplicaEntry replica={readReplica} />}
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

function ReplicaEntry({ replica }: { replica: NonNullable<System['readReplica']> }) {
  const { service: t } = useMessages(settingsMessages)
  const format = useFormat()
  const { inUse, lagSeconds, reason } = replica
  const seconds = lagSeconds === null ? null : format.number(lagSeconds, 1)
  return (
    <>
      <dt>{t.replica}</dt>
      <dd>
        {inUse ? t.replicaInUse(seconds ?? '0') : t.replicaReasons[reason ?? 'unknown']}
        {!inUse && seconds !== null && <Text size="sm">{t.replicaBehind(seconds)}</Text>}
        <Text size="xs" c="dimmed">
          {t.replicaHint}
        </Text>
      </dd>
    </>
  )
}
