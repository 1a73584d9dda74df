import { Skeleton, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useSystem } from '../../session/use-system.ts'
import { settingsMessages } from './settings.messages.ts'

/** Where recordings are kept, and for how long. */
export function RecordingsCard() {
  const { recordings: t } = useMessages(settingsMessages)
  const format = useFormat()
  const recordings = useSystem()?.recordings
  return (
    <Card title={t.title}>
      <Text size="sm" mb="sm">
        {t.intro}
      </Text>
      {recordings ? (
        <dl className="settings-list">
          <dt>{t.store}</dt>
          <dd>{t.stores[recordings.store]}</dd>
          <dt>{t.days}</dt>
          <dd>{recordings.days === 0 ? t.forever : t.daysOf(format.number(recordings.days))}</dd>
          <dt>{t.waiting}</dt>
          <dd>{recordings.waiting === 0 ? t.waitingNone : format.number(recordings.waiting)}</dd>
        </dl>
      ) : (
        <Skeleton h={72} />
      )}
    </Card>
  )
}
