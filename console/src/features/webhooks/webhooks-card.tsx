import type { Schemas } from '@carillon/client'
import { Group, Modal, Switch, Text } from '@mantine/core'
import { IconHistory, IconKey, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { SecretValue } from '../../parts/secret-value.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useDelete } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useSendNow } from './use-send-now.ts'
import { webhookMessages } from './webhooks.messages.ts'

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const DeliveriesDrawer = lazyPart(async () => (await import('./deliveries-drawer.tsx')).DeliveriesDrawer)

type Webhook = Schemas['Webhook']
type Opened =
  | { kind: 'form'; webhook?: Webhook }
  | { kind: 'log'; id: string }
  | { kind: 'secret'; secret: string }

const STATES_EVERY_MS = 5000

/** Addresses to which events are sent. */
export function WebhooksCard() {
  const t = useMessages(webhookMessages)
  const rightReason = useRightReason()('administer')
  if (rightReason !== undefined)
    return (
      <Card title={t.title} isFlush>
        <EmptyState title={t.notAllowed} hint={rightReason} />
      </Card>
    )
  return <WebhookList />
}

function WebhookList() {
  const t = useMessages(webhookMessages)
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const found = useApiQuery(
    '/api/webhook/list',
    {},
    { refetchEveryMs: STATES_EVERY_MS, refetchWhile: (webhooks) => (webhooks?.rows.length ?? 0) > 0 },
  )
  const sendNow = useSendNow()
  const format = useFormat()
  const waiting = (found.data?.rows ?? [])
    .filter(({ isEnabled, hasSecret }) => isEnabled && hasSecret)
    .reduce((sum, { waitingCount }) => sum + waitingCount, 0)
  const logged = opened?.kind === 'log' ? found.data?.rows.find(({ id }) => id === opened.id) : undefined
  return (
    <ListCard
      words={t}
      columns={useColumns(open)}
      found={found}
      disabledReason={undefined}
      onAdd={() => open({ kind: 'form' })}
      actions={
        waiting > 0 && (
          <ActionButton leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => sendNow({})}>
            {t.sendAll(format.number(waiting))}
          </ActionButton>
        )
      }
    >
      {opened?.kind === 'form' && (
        <WebhookDialog
          webhook={opened.webhook}
          onClose={close}
          onSecret={(secret) => open({ kind: 'secret', secret })}
        />
      )}
      {opened?.kind === 'secret' && (
        // Closing the dialog by accident would lose the secret.
        <Modal
          opened
          onClose={close}
          title={t.secret.title}
          closeOnClickOutside={false}
          closeOnEscape={false}
          withCloseButton={false}
        >
          <SecretValue label={t.secret.label} value={opened.secret} note={t.secret.once} onClose={close} />
        </Modal>
      )}
      {logged && <DeliveriesDrawer webhook={logged} name={nameOf(logged)} onClose={close} />}
    </ListCard>
  )
}

/** Short enough for a list. */
export function nameOf({ url, description }: Webhook): string {
  return description || (URL.canParse(url) ? new URL(url).host : url)
}

function useColumns(open: (opened: Opened) => void): Column<Webhook>[] {
  const t = useMessages(webhookMessages)
  const turn = useTurn()
  const rotate = useRotate(open)
  const remove = useDelete('/api/webhook/delete', t, 'deleteWebhook')
  return [
    {
      id: 'address',
      title: t.columns.address,
      cell: (webhook) => (
        <>
          <Text size="sm" fw={500} span className="cell-name" title={webhook.url}>
            {nameOf(webhook)}
          </Text>
          <Text size="xs" c="dimmed" className="cell-name" title={webhook.url}>
            {webhook.url}
          </Text>
          <WebhookState webhook={webhook} />
        </>
      ),
    },
    {
      id: 'isOn',
      title: t.columns.isOn,
      width: 60,
      cell: (webhook) => (
        <Switch
          size="xs"
          aria-label={t.isOn(nameOf(webhook))}
          checked={webhook.isEnabled}
          onChange={({ currentTarget }) => turn(webhook, currentTarget.checked)}
        />
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      width: 130,
      cell: (webhook) => (
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <RowAction
            label={t.open(nameOf(webhook))}
            Icon={IconHistory}
            onClick={() => open({ kind: 'log', id: webhook.id })}
          />
          <RowAction label={t.rotate(nameOf(webhook))} Icon={IconKey} onClick={() => rotate(webhook)} />
          <RowAction
            label={t.edit(nameOf(webhook))}
            Icon={IconPencil}
            onClick={() => open({ kind: 'form', webhook })}
          />
          <RowAction
            label={t.delete(nameOf(webhook))}
            Icon={IconTrash}
            onClick={() => remove({ id: webhook.id, name: nameOf(webhook) })}
          />
        </Group>
      ),
    },
  ]
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const format = useFormat()
  const { tone, text } = stateOf()
  return (
    <StatusBadge tone={tone} isHollow={!webhook.isEnabled}>
      {[text, webhook.failedCount > 0 && t.failures(format.number(webhook.failedCount))]
        .filter(Boolean)
        .join(' · ')}
    </StatusBadge>
  )

  function stateOf(): { tone: Tone; text: string } {
    const { states } = t
    const { isEnabled, hasSecret, offReason, offTime, failingSince, waitingCount } = webhook
    if (offReason !== null) {
      const say = offReason === 'gone' ? states.gone : states.offByService
      return { tone: 'bad', text: say(offTime === null ? '' : format.dateTime(offTime)) }
    }
    if (!isEnabled) return { tone: 'idle', text: states.off }
    if (!hasSecret) return { tone: 'bad', text: states.noSecret }
    if (failingSince !== null) return { tone: 'warn', text: states.failing(format.dateTime(failingSince)) }
    if (waitingCount > 0) return { tone: 'busy', text: states.waiting(format.number(waitingCount)) }
    return { tone: 'good', text: states.good }
  }
}

function useTurn() {
  const notify = useNotify()
  const update = useApiMutation('/api/webhook/update')
  return ({ id }: Webhook, isEnabled: boolean) =>
    update.mutateAsync({ body: { id, isEnabled } }).catch((error) => notify.failed(error, 'saveWebhook'))
}

function useRotate(open: (opened: Opened) => void): (webhook: Webhook) => Promise<void> {
  const { rotateQuestion: t } = useMessages(webhookMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const rotate = useApiMutation('/api/webhook/rotateSecret')
  return async (webhook) => {
    if (!(await confirm({ ...t, title: t.title(nameOf(webhook)) }))) return
    try {
      const { secret } = await rotate.mutateAsync({ body: { id: webhook.id } })
      open({ kind: 'secret', secret })
    } catch (error) {
      notify.failed(error, 'saveWebhook')
    }
  }
}
