import { IconHeadphones, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { ActionButton } from '../../../../parts/action-button.tsx'
import { useNotify } from '../../../../parts/notify.ts'
import { useClient } from '../../../../session/console-context.tsx'
import { useSystem } from '../../../../session/use-system.ts'
import { resultsMessages } from '../../results.messages.ts'
import { createLiveAudio } from './live-audio.ts'

interface ListenButtonProps {
  callId: string
  /** Why the call cannot be heard now. */
  disabledReason: string | undefined
}

/** Listens in on a live call until it ends, or until the button is pressed again. */
export function ListenButton({ callId, disabledReason }: ListenButtonProps) {
  const { live: t } = useMessages(resultsMessages)
  const client = useClient()
  const notify = useNotify()
  const mayListen = useSystem()?.token.mayListen ?? false
  const [isListening, setListening] = useState(false)
  const leave = useRef<AbortController>(undefined)
  useEffect(() => {
    return () => leave.current?.abort()
  }, [])

  async function listen(): Promise<void> {
    const left = new AbortController()
    leave.current = left
    const context = new AudioContext()
    setListening(true)
    try {
      await client.listen(callId, createLiveAudio(context), { signal: left.signal })
    } catch (error) {
      if (!left.signal.aborted) notify.failed(error, 'listen')
    } finally {
      setListening(false)
      await context.close()
    }
  }

  return (
    <ActionButton
      leftSection={isListening ? <IconPlayerStop size={16} /> : <IconHeadphones size={16} />}
      disabledReason={isListening ? undefined : mayListen ? disabledReason : t.mayNotListen}
      onClick={() => (isListening ? leave.current?.abort() : void listen())}
    >
      {isListening ? t.stopListening : t.listen}
    </ActionButton>
  )
}
