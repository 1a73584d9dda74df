import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCode, IconHeadphones, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { useContactFields } from '../../../parts/forms/use-contact-fields.ts'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { type CallValues, type FlowDraft, toDraft, toFlow } from '../flow-draft.ts'
import { flowsMessages } from '../flows.messages.ts'
import { PictureSkeleton } from '../picture/lazy-flow-picture.tsx'
import { useFlowView } from '../use-flow-view.ts'
import { builderMessages } from './builder.messages.ts'
import { BuilderProvider } from './builder-context.ts'
import { BuilderTools } from './builder-tools.tsx'
import { CallFields } from './call-fields.tsx'
import { type Changes, redone, remember, undone } from './changes/flow-history.ts'
import { FaultList } from './check/fault-list.tsx'
import { warningsOf } from './check/flow-warnings.ts'
import { useFlowCheck } from './check/use-flow-check.ts'
import { JsonEditor } from './json-editor.tsx'
import { SpeechNotice } from './speech-notice.tsx'
import { StepList } from './step-list.tsx'
import { VoiceFields } from './steps/voice-fields.tsx'
import { useWholeWindow, WholeBuilder } from './whole-builder.tsx'

const PictureBuilder = lazyPart(
  async () => (await import('./picture-builder.tsx')).PictureBuilder,
  <PictureSkeleton />,
)
const PreviewDrawer = lazyPart(async () => (await import('../preview/preview-drawer.tsx')).PreviewDrawer)

interface FlowBuilderProps {
  call: CallValues & { flow: FlowDraft }
  onChange(call: CallValues): void
  dataSourceId: string
  /** Whether it is a success of a task or not. */
  hasRule: boolean
  /** More about the call. */
  children?: ReactNode
}

/** Edits the call of a task. What is wrong is said at its step, soon after a change. */
export function FlowBuilder(props: FlowBuilderProps) {
  const { call, onChange: onChangeCall, dataSourceId, hasRule, children } = props
  const t = useMessages(builderMessages)
  const words = useMessages(flowsMessages)
  const [isJson, setJson] = useState(false)
  const [hearing, setHearing] = useState<{ from: string | undefined }>()
  const { flow, successWhen } = call
  const fieldNames = useContactFields(dataSourceId)
  const check = useFlowCheck({ flow, successWhen, dataSourceId })
  const [changes, setChanges] = useState<Changes>({ past: [], future: [] })
  const choice = useFlowView()
  /** The step that was just added, until it is left: it is empty, and that is no mistake yet. */
  const [freshKey, setFreshKey] = useState<string>()
  const freshId = flow.steps.find(({ key }) => key === freshKey)?.id
  const faults = check.faults.filter(({ step }) => step === null || step !== freshId)
  // Until a contact is there, only its number is known.
  const warnings = warningsOf(flow.steps, fieldNames.length > 1 ? fieldNames : undefined).filter(
    ({ step }) => step !== freshId,
  )
  function onChange(next: CallValues): void {
    setChanges({ past: remember(changes.past, call, next), future: [] })
    onChangeCall(next)
  }
  function go(to: ReturnType<typeof undone>): void {
    if (!to) return
    setChanges(to.changes)
    onChangeCall(to.call)
  }
  const undo = () => go(undone(changes, call))
  const redo = () => go(redone(changes, call))
  const steps = { call, onChange, freshKey, onFresh: setFreshKey }
  const known = new Set(flow.steps.map(({ id }) => id))
  const write = (next: FlowDraft) => onChange({ ...call, flow: next })
  const isRuleWrong = faults.some(({ field }) => field === 'successWhen')
  const statusText = check.isChecking
    ? t.checking
    : flow.steps.length === 0
      ? t.noSteps
      : faults.length > 0
        ? t.faults(faults.length)
        : check.faults.length > 0
          ? t.unfinished
          : warnings.length > 0
            ? t.onlyWarnings(warnings.length)
            : t.fine
  const whole = useWholeWindow()
  const voice = !isJson && (
    <>
      <VoiceFields
        language={flow.language}
        voice={flow.voice}
        onChange={(change) => write({ ...flow, ...change })}
      />
      <SpeechNotice flow={flow} />
    </>
  )
  const fields = (
    <CallFields {...{ call, onChange, hasRule, isRuleWrong }} isText={isJson}>
      {children}
    </CallFields>
  )
  const hear = (
    <Button
      variant="light"
      leftSection={<IconHeadphones size={14} aria-hidden />}
      onClick={() => setHearing({ from: undefined })}
    >
      {words.hear}
    </Button>
  )
  const tools = { choice, changes, undo, redo }
  const edited = isJson ? (
    <JsonEditor flow={toFlow(flow)} onChange={(next) => write(toDraft(next))} />
  ) : choice.view === 'picture' ? (
    <PictureBuilder {...steps} />
  ) : (
    <StepList {...steps} undo={changes.past.length > 0 ? undo : undefined} />
  )
  const status = (
    <>
      <FaultList faults={faults.filter(({ step }) => step === null || !known.has(step))} />
      <Text size="xs" c="dimmed" role="status">
        {statusText}
      </Text>
    </>
  )
  return (
    <BuilderProvider value={{ flow, fieldNames, faults, warnings, hearFrom: (from) => setHearing({ from }) }}>
      {whole.isWhole ? (
        <WholeBuilder
          tools={<BuilderTools {...tools}>{hear}</BuilderTools>}
          settings={
            <>
              {voice}
              {fields}
            </>
          }
          foot={status}
          onClose={whole.close}
        >
          {edited}
        </WholeBuilder>
      ) : (
        <Stack gap="md" className="in-order">
          {voice}
          {!isJson && <BuilderTools {...tools} onWhole={whole.open} />}
          {edited}
          {fields}
          {status}
          <Group gap="xs">
            {hear}
            <Button
              variant="default"
              leftSection={<IconCode size={14} aria-hidden />}
              aria-pressed={isJson}
              onClick={() => setJson(!isJson)}
            >
              {isJson ? t.json.hide : t.json.show}
            </Button>
            <RemoveCall onRemove={() => onChange({ flow: null, successWhen: 'answered', maxAgents: '' })} />
          </Group>
          {check.error && (
            <Alert color="yellow" variant="outline">
              {check.error}
            </Alert>
          )}
        </Stack>
      )}
      {hearing && (
        <PreviewDrawer
          flow={toFlow(flow)}
          dataSourceId={dataSourceId}
          fromStep={hearing.from}
          onClose={() => setHearing(undefined)}
        />
      )}
    </BuilderProvider>
  )
}

function RemoveCall({ onRemove }: { onRemove(): void }) {
  const t = useMessages(builderMessages)
  const confirm = useConfirm()
  async function ask(): Promise<void> {
    const { title, text } = t.removeQuestion
    if (await confirm({ title, text, action: t.removeCall, isDangerous: true })) onRemove()
  }
  return (
    <Button variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={ask}>
      {t.removeCall}
    </Button>
  )
}
