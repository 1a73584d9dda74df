// Calls to the number that somebody asked for and that have not ended.
import { callWords, type WaitReason } from '@carillon/server/words/calls'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { FormError } from '../../parts/forms/form-footer.tsx'
import { Settling } from '../../parts/settling.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { numbersMessages } from './numbers.messages.ts'

const REFETCH_MS = 2000
const MAX_CALLS = 20

export function WaitingCalls({ phoneNumber }: { phoneNumber: string }) {
  const { waiting: t } = useMessages(numbersMessages)
  const { language } = useLanguage()
  const format = useFormat()
  const rightReason = useRightReason()('operate')
  const cancel = useApiMutation('/api/call/{id}/cancel')
  const { data, error } = useApiQuery(
    '/api/call',
    { params: { query: { phoneNumber, status: 'open', pageSize: MAX_CALLS } } },
    { refetchEveryMs: REFETCH_MS },
  )
  if (!data && !error) return <Settling />
  if (!data || data.total === 0) return null
  const words: Partial<Record<WaitReason, string>> = {
    ...callWords[language].denials,
    ...callWords[language].waits,
  }
  return (
    <Box mb="sm">
      <Card title={t.title(data.total)}>
        <Stack gap="xs">
          {data.rows.map(({ id, status, reason, nextTime, actor }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm">
                {t.statuses[status]}
                {reason !== null && ` · ${words[reason as WaitReason] ?? reason}`}
                {nextTime !== null && ` · ${t.from(format.shortTime(nextTime))}`}
                {` · ${t.by(actor)}`}
              </Text>
              <ActionButton
                disabledReason={rightReason}
                onClick={() => cancel.mutate({ params: { path: { id } }, body: {} })}
              >
                {t.cancel}
              </ActionButton>
            </Group>
          ))}
          <FormError error={cancel.error} />
        </Stack>
      </Card>
    </Box>
  )
}
