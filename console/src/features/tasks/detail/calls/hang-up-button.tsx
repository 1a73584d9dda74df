import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { ActionButton } from '../../../../parts/action-button.tsx'
import { useConfirm } from '../../../../parts/confirm.tsx'
import { useNotify } from '../../../../parts/notify.ts'
import { useApiMutation } from '../../../../session/api-hooks.ts'
import { useRightReason } from '../../../../session/use-right-reason.ts'
import { tasksMessages } from '../../tasks.messages.ts'

const MAX_WAIT_MS = 10_000
const REFETCH_MS = 1000

interface HangUpButtonProps {
  phoneNumber: string
  liveCallId: string | undefined
  /** Fetches the state of the call. */
  onRefetch(): void
}

/** Hangs up a live call. The service only passes the request on, so the button waits until the call has ended. */
export function HangUpButton({ phoneNumber, liveCallId, onRefetch }: HangUpButtonProps) {
  const { contacts: t } = useMessages(tasksMessages)
  const confirm = useConfirm()
  const notify = useNotify()
  const rightReason = useRightReason()('operate')
  const hangUp = useApiMutation('/api/call/{id}/hangup')
  const [requestedId, setRequestedId] = useState<string>()
  const refetch = useEffectEvent(onRefetch)
  const finish = useEffectEvent((hasEnded: boolean) => {
    setRequestedId(undefined)
    if (hasEnded) notify.done(t.hungUp)
    else notify.failed(new Error(t.stillLive), 'hangUp')
  })
  const isWaiting = requestedId !== undefined
  const hasEnded = isWaiting && requestedId !== liveCallId
  useEffect(() => {
    if (hasEnded) finish(true)
  }, [hasEnded])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => finish(false), MAX_WAIT_MS)
    const poll = setInterval(() => refetch(), REFETCH_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
    }
  }, [isWaiting])

  async function ask(id: string): Promise<void> {
    const { title, text } = t.hangUpQuestion
    if (!(await confirm({ title, text: text(phoneNumber), action: t.hangUp, isDangerous: true }))) return
    try {
      await hangUp.mutateAsync({ params: { path: { id } } })
      setRequestedId(id)
    } catch (error) {
      if ((error as { status?: number }).status === 404) notify.done(t.endedBefore)
      else notify.failed(error, 'hangUp')
    }
  }

  if (liveCallId === undefined) return null
  return (
    <ActionButton
      style={{ alignSelf: 'flex-start' }}
      loading={isWaiting || hangUp.isPending}
      disabledReason={rightReason}
      onClick={() => void ask(liveCallId)}
    >
      {t.hangUp}
    </ActionButton>
  )
}
