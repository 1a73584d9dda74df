import { bytes } from '@carillon/server/words/bytes'
import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { partsMessages } from '../../parts/parts.messages.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'

/** The last nightly backup. Shows nothing if nobody makes any. */
export function BackupHealth({ backup }: { backup: System['backup'] }) {
  const t = useMessages(overviewMessages)
  const { named, inBrackets } = useMessages(partsMessages)
  const format = useFormat()
  if (!backup) return null
  const { lastTime, lastFile, lastBytes, late, failTime, failure } = backup
  const size = lastBytes === null ? '' : bytes(lastBytes)
  return (
    <Card title={t.backups.title}>
      <StatusBadge tone={failTime !== null ? 'bad' : late ? 'warn' : lastTime === null ? 'idle' : 'good'}>
        {failTime !== null
          ? t.backups.failed
          : late
            ? t.backups.late
            : lastTime === null
              ? t.backups.none
              : t.backups.good}
      </StatusBadge>
      {lastTime !== null && (
        <Text size="sm" mt="xs">
          {named(t.backups.last, inBrackets(format.shortTime(lastTime), size))}
        </Text>
      )}
      {lastFile !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {lastFile}
        </Text>
      )}
      {failTime !== null && (
        <Text size="xs" c="var(--console-bad)" style={{ overflowWrap: 'anywhere' }}>
          {inBrackets(failure ?? '', format.shortTime(failTime))}
        </Text>
      )}
    </Card>
  )
}
