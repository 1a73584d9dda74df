import type { Schemas } from '@carillon/client'
import { Group, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { retentionMessages } from './retention.messages.ts'

type KeptThing = Schemas['KeptThing']

/** How long things are kept, when that was last looked after, and what it has freed. */
export function RetentionCard() {
  const t = useMessages(retentionMessages)
  const { data, error, refetch } = useApiQuery('/api/retention', {})
  return (
    <Card title={t.title}>
      <Text size="sm" mb="sm">
        {t.intro}
      </Text>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={240} />}
      {data && (
        <Stack gap="sm">
          {data.map((kept) => (
            <KeptRow key={`${kept.what} ${kept.days}`} kept={kept} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

function KeptRow({ kept }: { kept: KeptThing }) {
  const t = useMessages(retentionMessages)
  const format = useFormat()
  const notify = useNotify()
  const rightReason = useRightReason()('administer')
  const save = useApiMutation('/api/retention')
  const [days, setDays] = useState<number | string>(kept.days)

  async function change(): Promise<void> {
    if (days === kept.days) return
    try {
      await save.mutateAsync({ body: { [kept.what]: days === '' ? null : Number(days) } })
      notify.done(t.saved)
    } catch (error) {
      setDays(kept.days)
      notify.failed(error, 'saveSettings')
    }
  }

  const { lastRunTime, nextRunTime, rows, bytes } = kept
  return (
    <Group gap="md" align="flex-end" wrap="wrap">
      <NumberInput
        label={t.things[kept.what]}
        description={kept.days === 0 ? t.forEver : t.daysHint}
        min={0}
        max={36_500}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        w={230}
        readOnly={rightReason !== undefined}
        value={days}
        onChange={setDays}
        onBlur={change}
      />
      <Text size="xs" c={kept.isLate ? 'red' : 'dimmed'}>
        {lastRunTime === null
          ? t.neverRan
          : t.lastRun(format.dateTime(lastRunTime), format.number(rows), format.number(bytes / 1e6, 1))}
        {nextRunTime !== null && ` ${t.nextRun(format.dateTime(nextRunTime))}`}
      </Text>
    </Group>
  )
}
