// What is done with the steps of a flow, in the list and in the picture alike.
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { moveStep, newStep, removeStep, renameStep, replaceStep } from '../edit-flow.ts'
import type { StepType } from '../flow.ts'
import type { CallValues, DraftStep, FlowDraft } from '../flow-draft.ts'
import { builderMessages } from './builder.messages.ts'
import { duplicateStep } from './changes/flow-changes.ts'

export interface StepsProps {
  call: CallValues & { flow: FlowDraft }
  onChange(call: CallValues): void
  /** Of the step that was just added, until it is left. */
  freshKey: string | undefined
  onFresh(key: string | undefined): void
}

/** Of the form of a step. */
export interface StepFormProps {
  step: DraftStep
  /** It was just added: its first field has the focus, and it has no faults before it is left. */
  isFresh: boolean
  onLeave(): void
  onChange(step: DraftStep): void
  onRename(id: string): void
  onDuplicate(): void
  onRemove(): void
}

/** `open` shows the form of a step that was added. */
export function useStepChanges(
  { call, onChange, freshKey, onFresh }: StepsProps,
  open: (key: string) => void,
) {
  const t = useMessages(builderMessages)
  /** What was done, for screen readers. */
  const [news, setNews] = useState('')
  const { flow } = call
  const write = (next: FlowDraft) => onChange({ ...call, flow: next })
  function add(type: StepType, put: (step: DraftStep) => FlowDraft): void {
    const step = newStep(type, flow)
    write(put(step))
    open(step.key)
    onFresh(step.key)
  }
  function move(from: number, to: number): void {
    const step = flow.steps[from]
    if (!step || to < 0 || to >= flow.steps.length) return
    write(moveStep(flow, from, to))
    setNews(t.moved(step.id, to + 1))
  }
  function duplicate({ key }: DraftStep): void {
    const made = duplicateStep(flow, key)
    if (!made) return
    write(made.flow)
    open(made.copy.key)
    setNews(t.duplicated(made.copy.id))
  }
  function remove({ key, id }: DraftStep): void {
    write(removeStep(flow, key))
    setNews(t.removed(id))
  }
  const formOf = (step: DraftStep): StepFormProps => ({
    step,
    isFresh: step.key === freshKey,
    onLeave: () => step.key === freshKey && onFresh(undefined),
    onChange: (next) => write(replaceStep(flow, next)),
    onRename: (id) => onChange(renameStep(call, step.key, id)),
    onDuplicate: () => duplicate(step),
    onRemove: () => remove(step),
  })
  return { news, say: setNews, write, add, move, duplicate, remove, formOf }
}
