import './first-call.css'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useLanguage, useMessages } from '../../../language/language-provider.tsx'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { useSystem } from '../../../session/use-system.ts'
import { PlayedCall, type PlayedResult } from '../../flows/played-call.tsx'
import { demoMessages } from '../demo/demo.messages.ts'
import { useDemoStart, useStartedDemo, withShortCallbacks } from '../demo/use-demo.ts'
import { Doors } from './doors.tsx'
import { firstCallMessages } from './first-call.messages.ts'
import { recordingOf } from './recordings.ts'
import { exampleContact } from './sentences.ts'

/** The first screen of an empty service: a phone that rings, and then the doors to the first own calls. */
export function FirstCall() {
  const t = useMessages(firstCallMessages)
  const { language } = useLanguage()
  const title = useId()
  const [result, setResult] = useState<PlayedResult>()
  return (
    <>
      <section className="first-call" aria-labelledby={title}>
        <div className="first-call-words">
          <Title order={2} id={title}>
            {t.title}
          </Title>
          <Text size="md" c="dimmed">
            {t.text}
          </Text>
          <Text size="md" fw={600} role="status" className="first-call-outcome">
            {result && t.outcomes[outcomeOf(result)]}
          </Text>
          <CallThem isNext={result !== undefined} />
        </div>
        {/* Another language is another call. */}
        <ExampleCall key={language} onOver={setResult} />
      </section>
      <Doors />
    </>
  )
}

function outcomeOf({ digits, callbackTime }: PlayedResult): 'confirmed' | 'later' | 'none' {
  if (digits?.['confirm'] === '1') return 'confirmed'
  return callbackTime ? 'later' : 'none'
}

function ExampleCall({ onOver }: { onOver(result: PlayedResult): void }) {
  const t = useMessages(firstCallMessages)
  const { later } = useMessages(demoMessages)
  const { language } = useLanguage()
  const { data, error, refetch } = useApiQuery('/api/flow/examples', {
    // Its sentences are recorded, and it calls nobody.
    params: { query: { language, optOut: 'none' } },
  })
  const flow = useMemo(() => {
    const example = data?.rows.find(({ id }) => id === 'appointment')
    return example && withShortCallbacks(example.flow, later)
  }, [data, later])
  const recording = useCallback((text: string) => recordingOf(language, text), [language])
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!flow) return <Skeleton className="played-call" />
  return (
    <PlayedCall
      flow={flow}
      fields={exampleContact[language]}
      caller={t.caller}
      recordingOf={recording}
      onOver={onOver}
    />
  )
}

/** Only where no real phone can ring. */
function CallThem({ isNext }: { isNext: boolean }) {
  const t = useMessages(firstCallMessages)
  const [, setDemo] = useStartedDemo()
  const [, navigate] = useLocation()
  const { isStarting, start } = useDemoStart((demo) => {
    setDemo(demo)
    // Where the picture of the call fills with the ways that people take.
    navigate(`/tasks/${demo.taskId}?tab=call`)
  })
  const isSimulated = useSystem()?.gateway?.kind === 'simulator'
  const canWrite = useRightReason()('operate') === undefined
  if (!isSimulated || !canWrite) return null
  return (
    <div className="first-call-next">
      <Button
        size="md"
        variant={isNext ? 'filled' : 'default'}
        leftSection={<IconUsers size={18} aria-hidden />}
        loading={isStarting}
        onClick={start}
      >
        {t.callThem}
      </Button>
      <Text size="xs" c="dimmed" mt="2xs">
        {t.callThemHint}
      </Text>
    </div>
  )
}
