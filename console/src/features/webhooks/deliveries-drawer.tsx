import type { Schemas } from '@carillon/client'
import { Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconRefresh, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useNotify } from '../../parts/notify.ts'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useLocalPages } from '../../parts/tables/use-local-pages.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useSendNow } from './use-send-now.ts'
import { webhookMessages } from './webhooks.messages.ts'

type Webhook = Schemas['Webhook']
type Delivery = Schemas['WebhookDelivery']
type Status = Delivery['status']

interface DeliveriesDrawerProps {
  webhook: Webhook
  name: string
  onClose(): void
}

const REFETCH_MS = 3000
const STATUSES: Status[] = ['waiting', 'delivered', 'failed']
const tones: Record<Status, Tone> = { waiting: 'busy', delivered: 'good', failed: 'bad' }

/** What was sent to a webhook and what came of it; sends again what has failed, and at once what waits. */
export function DeliveriesDrawer({ webhook, name, onClose }: DeliveriesDrawerProps) {
  const { log: t } = useMessages(webhookMessages)
  const format = useFormat()
  const address = useLocalPages()
  const [status, setStatus] = useState<Status>()
  const found = useApiQuery(
    '/api/webhook/{id}/deliveries',
    { params: { path: { id: webhook.id }, query: { ...address.page, ...(status && { status }) } } },
    { refetchEveryMs: REFETCH_MS, keepsPrevious: true },
  )
  const { test, isTesting } = useTest(webhook)
  const sendAgain = useSendAgain(webhook)
  const sendNow = useSendNow()
  const columns = useColumns(sendAgain, ({ id: deliveryId }) => sendNow({ id: webhook.id, deliveryId }))
  return (
    <Drawer opened onClose={onClose} title={t.title(name)} position="right" size={640}>
      <Stack gap="sm">
        <Group gap="xs">
          <ActionButton leftSection={<IconSend size={14} aria-hidden />} loading={isTesting} onClick={test}>
            {t.test}
          </ActionButton>
          {webhook.waitingCount > 0 && webhook.isEnabled && webhook.hasSecret && (
            <ActionButton
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              onClick={() => sendNow({ id: webhook.id })}
            >
              {t.sendWaiting(format.number(webhook.waitingCount))}
            </ActionButton>
          )}
          {webhook.failedCount > 0 && (
            <ActionButton leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => sendAgain()}>
              {t.sendAllAgain(format.number(webhook.failedCount))}
            </ActionButton>
          )}
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={t.which}
          value={status ?? ''}
          onChange={(value) => {
            setStatus(STATUSES.find((each) => each === value))
            address.setPage(1)
          }}
          data={[
            { value: '', label: t.all },
            ...STATUSES.map((each) => ({ value: each, label: t.statuses[each] })),
          ]}
        />
        <DataTable
          label={t.title(name)}
          columns={columns}
          {...listOf(found, address)}
          keyOf={({ id }) => id}
          empty={status ? <EmptyState title={t.none} /> : <EmptyState title={t.empty} hint={t.emptyHint} />}
        />
      </Stack>
    </Drawer>
  )
}

function useColumns(
  sendAgain: (delivery?: Delivery) => void,
  sendNow: (delivery: Delivery) => void,
): Column<Delivery>[] {
  const { log: t, form } = useMessages(webhookMessages)
  const format = useFormat()
  const names: Readonly<Record<string, string>> = { ...form.eventNames, 'webhook.test': t.testEvent }
  return [
    {
      id: 'event',
      title: t.columns.event,
      cell: ({ event, lastTime, createTime }) => (
        <>
          {names[event] ?? event}
          <Text size="xs" c="dimmed" className="cell-time">
            {format.dateTime(lastTime ?? createTime)}
          </Text>
        </>
      ),
    },
    {
      id: 'status',
      title: t.columns.status,
      cell: ({ status, attempts, nextTime }) => (
        <>
          <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
          <Text size="xs" c="dimmed">
            {[
              attempts > 1 && t.attempts(format.number(attempts)),
              nextTime !== null && attempts > 0 && t.next(format.dateTime(nextTime)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'answer',
      title: t.columns.answer,
      cell: ({ httpStatus, durationMs, answer, error, attempts }) =>
        attempts > 0 && (
          <>
            {httpStatus ?? t.noAnswer}
            {durationMs !== null && ` · ${t.took(format.number(durationMs))}`}
            <Text size="xs" c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {error ?? answer}
            </Text>
          </>
        ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      width: 50,
      cell: (delivery) => {
        const name = names[delivery.event] ?? delivery.event
        if (delivery.status === 'failed')
          return (
            <RowAction label={t.sendAgain(name)} Icon={IconRefresh} onClick={() => sendAgain(delivery)} />
          )
        if (delivery.status === 'waiting')
          return <RowAction label={t.sendNow(name)} Icon={IconPlayerPlay} onClick={() => sendNow(delivery)} />
        return null
      },
    },
  ]
}

function useTest({ id }: Webhook): { test(): Promise<void>; isTesting: boolean } {
  const { log: t } = useMessages(webhookMessages)
  const notify = useNotify()
  const test = useApiMutation('/api/webhook/test')
  return {
    isTesting: test.isPending,
    async test() {
      try {
        const { status } = await test.mutateAsync({ body: { id } })
        if (status === 'delivered') notify.done(t.testTaken)
        else notify.notAllDone(t.testFailed, [], false)
      } catch (error) {
        notify.failed(error, 'testWebhook')
      }
    },
  }
}

function useSendAgain({ id }: Webhook): (delivery?: Delivery) => Promise<void> {
  const { log: t } = useMessages(webhookMessages)
  const format = useFormat()
  const notify = useNotify()
  const again = useApiMutation('/api/webhook/sendAgain')
  return async (delivery) => {
    try {
      const { count } = await again.mutateAsync({
        body: { id, ...(delivery && { deliveryId: delivery.id }) },
      })
      notify.done(t.sentAgain(format.number(count)))
    } catch (error) {
      notify.failed(error, 'sendAgain')
    }
  }
}
