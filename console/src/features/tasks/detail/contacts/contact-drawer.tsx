import { Drawer, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { ErrorState } from '../../../../parts/errors/error-state.tsx'
import { namedNumber } from '../../../../parts/named-number.ts'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import { NumberHistoryLink } from '../../../../parts/phone-link.tsx'
import { DataTable } from '../../../../parts/tables/data-table.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { type Call, useCallColumns } from '../../call-columns.tsx'
import { ContactStatusBadge } from '../../contact-status.tsx'
import { DenialTable } from '../../denial-table.tsx'
import { useReasonText } from '../../reason-text.ts'
import { resultsMessages } from '../../results.messages.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { Conversation } from '../calls/conversation.tsx'
import { LiveCall } from '../calls/live-call.tsx'

export interface ContactDrawerProps {
  taskId: string
  contactId: string | undefined
  onClose(): void
}

/** A contact in this task: why it is not being called now, and its calls so far. */
export function ContactDrawer({ taskId, contactId = '', onClose }: ContactDrawerProps) {
  const { contacts: t, denials, detail } = useMessages(tasksMessages)
  const results = useMessages(resultsMessages)
  const { named } = useMessages(partsMessages)
  const format = useFormat()
  const textOf = useReasonText()
  const [opened, setOpened] = useState<Call>()
  const columns = useCallColumns(setOpened).filter(({ id }) => id !== 'phone')
  const { data, error, refetch } = useApiQuery(
    '/api/task/{id}/contact/{contactId}',
    { params: { path: { id: taskId, contactId } } },
    // Judging it again, as after a change of the rules, is no event.
    { isEnabled: contactId !== '', refetchEveryMs: 5000, refetchWhile: (contact) => contact?.status === 4 },
  )
  // The latest one, unless another was chosen.
  const shown = [opened, ...(data?.calls ?? [])].find(
    (call) => call?.contactId === contactId && call.result !== null,
  )
  return (
    <Drawer
      opened={contactId !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={data ? namedNumber(data.displayName, data.phoneNumber) : t.inTask}
    >
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loader size="sm" />)}
      {data && (
        <Stack gap="sm">
          <Group gap="md">
            <ContactStatusBadge status={data.status} />
            <NumberHistoryLink phoneNumber={data.phoneNumber} />
            <Text size="sm" c="dimmed">
              {t.attempts(format.number(data.attempts), format.number(data.maxDialCount))}
            </Text>
          </Group>
          <Text size="sm" fw={600}>
            {data.reasons[0] ? textOf(data.reasons[0]) : data.message}
          </Text>
          <LiveCall callId={data.liveCall?.id} name={namedNumber(data.displayName, data.phoneNumber)} />
          {data.nextTime !== null && (
            <Text size="sm" c="dimmed">
              {named(t.next, format.dateTime(data.nextTime))}
            </Text>
          )}
          {data.denials.length > 0 && (
            <section>
              <Title order={2} mb="xs">
                {denials.title}
              </Title>
              <DenialTable denials={data.denials} />
            </section>
          )}
          {shown?.result && (
            <section>
              <Title order={2} mb="xs">
                {named(results.ofCall, format.dateTime(shown.startTime))}
              </Title>
              <Conversation key={shown.id} call={{ ...shown, result: shown.result }} />
            </section>
          )}
          <Title order={2}>{t.recent}</Title>
          <DataTable
            label={t.recent}
            isBounded
            columns={columns}
            rows={data.calls}
            keyOf={(call) => call.id}
            empty={<Text c="dimmed">{detail.noCallsYet}</Text>}
          />
        </Stack>
      )}
    </Drawer>
  )
}
