import { Button, Text } from '@mantine/core'
import { IconPhone, IconPhoneIncoming } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useErrorText } from '../../parts/errors/use-error-text.ts'
import type { Flow } from './flow.ts'
import { playedCallMessages } from './played-call.messages.ts'
import { Keypad } from './preview/keypad.tsx'
import { previewMessages } from './preview/preview.messages.ts'
import type { ShownResult } from './preview/result-rows.tsx'
import { Transcript } from './preview/transcript.tsx'
import { useHeardCall } from './preview/use-heard-call.ts'
import { useWalk, type WalkEvent } from './preview/use-walk.ts'
import { WalkButtons } from './preview/walk-buttons.tsx'

export type PlayedResult = ShownResult

interface PlayedCallProps {
  flow: Flow
  /** The values of the contact who is called. */
  fields: Record<string, string>
  /** Who calls. */
  caller: string
  /** The address of a sentence that is recorded. */
  recordingOf(text: string): string | undefined
  onOver(result: PlayedResult): void
}

/** A phone that rings: answer, listen and press keys. Nobody is called. */
export function PlayedCall({ flow, fields, caller, recordingOf, onOver }: PlayedCallProps) {
  const t = useMessages(playedCallMessages)
  const words = useMessages(previewMessages)
  const textOf = useErrorText()
  const walking = useWalk(flow, fields)
  const { walk } = walking
  const { failure, stop } = useHeardCall({ flow, walking, isSoundOn: true, recordingOf })
  const isLive = walk !== undefined && !walk.isOver
  const answer = () => walking.start([{ verdict: 'person' }])
  const end = useEffectEvent(onOver)
  const result = walk?.isOver ? walk.result : undefined
  useEffect(() => {
    if (result) end(result)
  }, [result])
  function tell(event: WalkEvent): void {
    stop()
    walking.tell(event)
  }
  const fault = walking.error ?? failure
  return (
    <section className="played-call" aria-label={t.label} data-state={walk ? undefined : 'ringing'}>
      {walk ? (
        <>
          <Transcript entries={walk.entries} />
          <Text size="sm" role="status" ta="center">
            {walk.isOver ? words.over : walk.waitsFor && words.waitsFor[walk.waitsFor]}
          </Text>
          {isLive && <Keypad isActive onKey={(key) => tell({ key })} />}
          {isLive && <WalkButtons walk={walk} tell={tell} />}
          {walk.isOver && (
            <Button variant="default" onClick={answer}>
              {t.again}
            </Button>
          )}
        </>
      ) : (
        <>
          <span className="played-call-bell">
            <IconPhoneIncoming size={36} stroke={1.5} aria-hidden />
          </span>
          <Text size="xs" c="dimmed">
            {t.rings}
          </Text>
          <Text size="lg" fw={600}>
            {caller}
          </Text>
          <Button
            size="md"
            radius="xl"
            leftSection={<IconPhone size={18} aria-hidden />}
            loading={walking.isStarted && !walking.error}
            onClick={answer}
          >
            {t.answer}
          </Button>
          <Text size="xs" c="dimmed">
            {t.answerHint}
          </Text>
        </>
      )}
      {fault !== null && fault !== undefined && (
        <Text size="sm" role="alert">
          {walking.error ? textOf(fault) : `${words.hearFailed} ${textOf(fault)}`}
        </Text>
      )}
    </section>
  )
}
