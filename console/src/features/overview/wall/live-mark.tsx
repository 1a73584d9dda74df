import { useEffect, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useLiveState } from '../../../session/console-context.tsx'
import { wallMessages } from './wall.messages.ts'

/** "Live" only while events arrive; otherwise since when they do not. `time`: of the last answer, as the service has it. */
export function LiveMark({ time }: { time: string | undefined }) {
  const t = useMessages(wallMessages)
  const format = useFormat()
  const state = useLiveState()
  const isLive = state === 'live'
  const isOpening = state === 'connecting'
  const [since, setSince] = useState<string>()
  useEffect(() => {
    if (isLive) setSince(undefined)
    else if (!isOpening) setSince((known) => known ?? time)
  }, [isLive, isOpening, time])
  return (
    <span className="wall-live" data-live={isLive || undefined}>
      Carillon{isLive ? ` · ${t.live}` : !isOpening && since && ` · ${t.notLive(format.shortTime(since))}`}
    </span>
  )
}
