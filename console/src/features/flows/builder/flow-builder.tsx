import { ActionIcon, Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconCode, IconHeadphones, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { useContactFields } from '../../../parts/forms/use-contact-fields.ts'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { type CallValues, type FlowDraft, toDraft, toFlow } from '../flow-draft.ts'
import { flowsMessages } from '../flows.messages.ts'
import { PictureSkeleton } from '../picture/lazy-flow-picture.tsx'
import { ViewChoice } from '../picture/view-choice.tsx'
import { hasAgent } from '../steps/steps.ts'
import { useFlowView } from '../use-flow-view.ts'
import { builderMessages } from './builder.messages.ts'
import { BuilderProvider } from './builder-context.ts'
import { FaultList } from './check/fault-list.tsx'
import { warningsOf } from './check/flow-warnings.ts'
import { useFlowCheck } from './check/use-flow-check.ts'
import { type Changes, redone, remember, undone } from './flow-history.ts'
import { JsonEditor } from './json-editor.tsx'
import { SpeechNotice } from './speech-notice.tsx'
import { StepList } from './step-list.tsx'
import { MachineInput } from './steps/machine-input.tsx'
import { VoiceFields } from './steps/voice-fields.tsx'
import { SuccessInput } from './success-input.tsx'

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
  const [isHearing, setHearing] = useState(false)
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
  // Not in an input, which undoes its own letters.
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ])
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
  return (
    <BuilderProvider value={{ flow, fieldNames, faults, warnings }}>
      <Stack gap="md" className="in-order">
        {isJson ? (
          <JsonEditor flow={toFlow(flow)} onChange={(next) => write(toDraft(next))} />
        ) : (
          <>
            <VoiceFields
              language={flow.language}
              voice={flow.voice}
              onChange={(change) => write({ ...flow, ...change })}
            />
            <SpeechNotice flow={flow} />
            <Group gap="xs">
              <ViewChoice {...choice} />
              <HistoryButton
                label={t.undo}
                keys="Control+Z"
                isDisabled={changes.past.length === 0}
                onClick={undo}
              >
                <IconArrowBackUp size={16} />
              </HistoryButton>
              <HistoryButton
                label={t.redo}
                keys="Control+Shift+Z"
                isDisabled={changes.future.length === 0}
                onClick={redo}
              >
                <IconArrowForwardUp size={16} />
              </HistoryButton>
            </Group>
            {choice.view === 'picture' ? (
              <PictureBuilder {...steps} />
            ) : (
              <StepList {...steps} undo={changes.past.length > 0 ? undo : undefined} />
            )}
            <MachineInput flow={flow} onChange={write} />
          </>
        )}
        {hasRule && (
          <SuccessInput
            value={successWhen}
            error={isRuleWrong}
            onChange={(rule) => onChange({ ...call, successWhen: rule })}
          />
        )}
        {hasRule && hasAgent(flow) && (
          <NumberInput
            label={words.maxAgents}
            description={t.maxAgentsHint}
            min={1}
            max={10_000}
            clampBehavior="none"
            allowDecimal={false}
            value={call.maxAgents}
            onChange={(maxAgents) => onChange({ ...call, maxAgents })}
          />
        )}
        {children}
        <FaultList faults={faults.filter(({ step }) => step === null || !known.has(step))} />
        <Text size="xs" c="dimmed" role="status">
          {statusText}
        </Text>
        <Group gap="xs">
          <Button
            variant="light"
            leftSection={<IconHeadphones size={14} aria-hidden />}
            onClick={() => setHearing(true)}
          >
            {words.hear}
          </Button>
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
      {isHearing && (
        <PreviewDrawer flow={toFlow(flow)} dataSourceId={dataSourceId} onClose={() => setHearing(false)} />
      )}
    </BuilderProvider>
  )
}

interface HistoryButtonProps {
  label: string
  keys: string
  isDisabled: boolean
  onClick(): void
  children: ReactNode
}

function HistoryButton({ label, keys, isDisabled, onClick, children }: HistoryButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
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
