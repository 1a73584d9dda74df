import { Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { ActionButton } from '../../../../parts/action-button.tsx'
import { lazyDialog } from '../../../../parts/lazy-part.tsx'
import { StatusBadge } from '../../../../parts/status-badge.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useRightReason } from '../../../../session/use-right-reason.ts'
import { resultsMessages } from '../../results.messages.ts'
import { Conversation, LIVE_MS } from './conversation.tsx'
import { HangUpButton } from './hang-up-button.tsx'
import { ListenButton } from './listen-button.tsx'

const TransferDialog = lazyDialog(async () => (await import('./transfer-dialog.tsx')).TransferDialog, {
  isOpen: false,
})

interface LiveCallProps {
  /** Undefined once it has ended: nothing is shown then. */
  callId: string | undefined
  /** The number, and the name of whoever has it. */
  name: string
}

/** A live call: it grows as it happens, and can be transferred or hung up. */
export function LiveCall({ callId, name }: LiveCallProps) {
  const { live: t } = useMessages(resultsMessages)
  const rightReason = useRightReason()('operate')
  const [isTransferring, setTransferring] = useState(false)
  const { data, refetch } = useApiQuery(
    '/api/call/{id}/now',
    { params: { path: { id: callId ?? '' } } },
    {
      isEnabled: callId !== undefined,
      refetchEveryMs: LIVE_MS,
      refetchWhile: (call) => call?.isLive !== false,
    },
  )
  const isLive = callId !== undefined && (data?.isLive ?? true)
  // The end of a dialog about a call that has ended meanwhile.
  useEffect(() => {
    if (!isLive) setTransferring(false)
  }, [isLive])
  return (
    <section aria-label={t.title} hidden={callId === undefined}>
      <Stack gap="sm">
        <Group gap="sm">
          <StatusBadge tone={isLive ? 'busy' : 'idle'}>{isLive ? t.title : t.ended}</StatusBadge>
          {isLive && (
            <Text size="sm" c="dimmed">
              {data?.phase ? (t.phases[data.phase] ?? data.phase) : t.unanswered}
            </Text>
          )}
        </Group>
        {callId !== undefined && data?.result && (
          <Conversation call={{ id: callId, result: data.result, talkSeconds: data.talkSeconds }} />
        )}
        <Group gap="xs">
          {isLive && (
            <ActionButton
              disabledReason={rightReason ?? (data?.canTransfer ? undefined : t.notTransferable)}
              onClick={() => setTransferring(true)}
            >
              {t.transfer}
            </ActionButton>
          )}
          {isLive && callId !== undefined && (
            <ListenButton callId={callId} disabledReason={data?.result ? undefined : t.unanswered} />
          )}
          {/* It also tells how the hang-up went, after the end. */}
          <HangUpButton phoneNumber={name} liveCallId={isLive ? callId : undefined} onRefetch={refetch} />
        </Group>
        <TransferDialog
          isOpen={isTransferring}
          callId={callId ?? ''}
          name={name}
          onClose={() => setTransferring(false)}
        />
      </Stack>
    </section>
  )
}
