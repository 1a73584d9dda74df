import { Alert, Button, Drawer, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import type { Flow } from '../flow.ts'
import { type ContactValues, ContactValuesInput } from './contact-values.tsx'
import { Keypad } from './keypad.tsx'
import { previewMessages } from './preview.messages.ts'
import { ResultRows } from './result-rows.tsx'
import { Transcript } from './transcript.tsx'
import { useHeardCall } from './use-heard-call.ts'
import { useWalk, type WalkEvent } from './use-walk.ts'
import { WalkButtons } from './walk-buttons.tsx'

interface PreviewDrawerProps {
  flow: Flow
  /** Empty if none is chosen yet. */
  dataSourceId: string
  /** The step at which the call begins; the first one if there is none. */
  fromStep?: string | undefined
  onClose(): void
}

type Answerer = 'person' | 'machine' | 'screening' | 'silence'
const answerers: Answerer[] = ['person', 'machine', 'screening', 'silence']

/** Walks through the call of a task: listen, and press keys, as the person who is called. */
export function PreviewDrawer({ flow, dataSourceId, fromStep, onClose }: PreviewDrawerProps) {
  const t = useMessages(previewMessages)
  const [values, setValues] = useState<ContactValues>({})
  const [answerer, setAnswerer] = useState<Answerer>('person')
  const [isSoundOn, setSoundOn] = useState(true)
  const walking = useWalk(flow, values, fromStep)
  const { walk, isStarted } = walking
  const { failure, stop } = useHeardCall({ flow, walking, isSoundOn })
  const isLive = walk !== undefined && !walk.isOver
  function tell(event: WalkEvent): void {
    stop()
    walking.tell(event)
  }
  return (
    <Drawer opened onClose={onClose} title={t.title} position="right" size={480}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.intro}
        </Text>
        {!isLive && (
          <>
            <ContactValuesInput
              flow={flow}
              dataSourceId={dataSourceId}
              values={values}
              onChange={setValues}
            />
            <Select
              label={t.answersAs}
              allowDeselect={false}
              data={answerers.map((value) => ({ value, label: t.verdicts[value] }))}
              value={answerer}
              onChange={(next) => setAnswerer(answerers.find((each) => each === next) ?? 'person')}
            />
          </>
        )}
        <Group justify="space-between">
          {!isLive && (
            <Button data-autofocus onClick={() => walking.start([{ verdict: answerer }])}>
              {isStarted ? t.again : t.start}
            </Button>
          )}
          <Switch
            label={t.sound}
            checked={isSoundOn}
            onChange={({ currentTarget: { checked } }) => {
              setSoundOn(checked)
              if (!checked) stop()
            }}
          />
        </Group>
        <Failure error={walking.error} />
        <Failure error={failure} prefix={t.hearFailed} />
        {walk && (
          <>
            <Transcript entries={walk.entries} />
            <Text size="sm" role="status">
              {walk.isOver ? t.over : walk.waitsFor && t.waitsFor[walk.waitsFor]}
            </Text>
            {isLive && <WalkButtons walk={walk} tell={tell} />}
            {isLive && <Keypad isActive={isLive} onKey={(key) => tell({ key })} />}
            {walk.isOver && <ResultRows result={walk.result} />}
          </>
        )}
      </Stack>
    </Drawer>
  )
}

function Failure({ error, prefix }: { error: unknown; prefix?: string }) {
  const textOf = useErrorText()
  if (!error) return null
  return (
    <Alert color="yellow" variant="outline" role="alert">
      {prefix} {textOf(error)}
    </Alert>
  )
}
