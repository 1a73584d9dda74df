// Checks a flow that matches its schema: references to missing things, steps that are never reached, loops that never end.

import { type Flow, stepIndex } from '../flow.ts'
import { isWalkedForever } from '../run/walk-flow.ts'
import { kindOf } from '../steps/steps.ts'
import { unannouncedStep } from './announcements.ts'
import { checkComparison, checkCondition } from './check-condition.ts'
import { checkStep, checkText } from './check-step.ts'
import type { Blame, FlowFault, FlowSurroundings } from './flow-fault.ts'
import { findEndlessLoop, unreachableSteps } from './flow-graph.ts'
import { lack, lacks } from './gateway-abilities.ts'

export interface CheckedFlow {
  flow: Flow | null
  /** The rule of the task for what counts as success. */
  successWhen?: string | undefined
  /** Its goal: the results that it counts. */
  stopWhen?: { results?: readonly { name: string; value: string }[] | undefined } | null | undefined
  /** The callee must be told before the call is recorded. */
  needsRecordingNotice?: boolean | undefined
}

export function checkFlow(
  { flow, successWhen, stopWhen, needsRecordingNotice = false }: CheckedFlow,
  surroundings: FlowSurroundings = {},
): FlowFault[] {
  const faults: FlowFault[] = []
  if (flow) checkSteps(flow, surroundings, faults)
  if (flow && needsRecordingNotice) checkRecording(flow, faults)
  if (successWhen !== undefined) checkSuccessRule(successWhen, flow, surroundings, faults)
  checkGoal(stopWhen?.results ?? [], flow, surroundings, faults)
  return faults
}

function checkSteps(flow: Flow, surroundings: FlowSurroundings, faults: FlowFault[]): void {
  const { gateway } = surroundings
  const known = new Set<string>()
  for (const [index, step] of flow.steps.entries()) {
    const blame: Blame = (field, message, detail) =>
      faults.push({
        step: step.id,
        field: `flow.steps[${index}].${field}`,
        message: `flow.steps[${index}].${field} ${message} (step "${step.id}")`,
        detail,
      })
    if (known.has(step.id))
      blame('id', 'is the id of an earlier step', { fault: 'step_twice', params: { id: step.id } })
    known.add(step.id)
    checkStep(flow, step, surroundings, blame)
    for (const ability of kindOf(step).needs?.(step) ?? [])
      if (gateway && !gateway.abilities.has(ability))
        blame('type', lacks(gateway.kind, ability), lack(gateway.kind, ability))
  }
  checkMachine(flow, surroundings, faults)
  // If a step is duplicate or missing, further checks would only confuse.
  if (faults.some(({ detail }) => detail.fault === 'step_unknown' || detail.fault === 'step_twice')) return
  const blameStep = (id: string, message: string, detail: FlowFault['detail']) => {
    const field = `flow.steps[${flow.steps.findIndex((step) => step.id === id)}]`
    faults.push({ step: id, field, message: `${field} ${message} (step "${id}")`, detail })
  }
  for (const { id } of unreachableSteps(flow))
    blameStep(id, 'is never reached: no step leads to it', { fault: 'step_unreachable' })
  const loop = findEndlessLoop(flow)
  if (loop)
    blameStep(loop[0] ?? '', `begins an endless loop: ${[...loop, loop[0]].join(' → ')}`, {
      fault: 'endless_loop',
      params: { steps: loop },
    })
  else if (faults.length === 0) {
    const step = isWalkedForever(flow)
    if (step !== undefined)
      blameStep(step, 'is reached again and again by a callee who does nothing', { fault: 'silent_loop' })
  }
}

function checkMachine(flow: Flow, surroundings: FlowSurroundings, faults: FlowFault[]): void {
  const { gateway } = surroundings
  const { onMachine, onScreening } = flow
  if (onScreening) {
    checkText(flow, 'onScreening.say', onScreening.say, surroundings, (field, message, detail) =>
      faults.push({ step: null, field: `flow.${field}`, message: `flow.${field} ${message}`, detail }),
    )
    if (gateway && !gateway.abilities.has('detect'))
      faults.push({
        step: null,
        field: 'flow.onScreening',
        message: `flow.onScreening ${lacks(gateway.kind, 'detect')}`,
        detail: lack(gateway.kind, 'detect'),
      })
  }
  if (!onMachine) return
  if (onMachine.do === 'leaveMessage' && !flow.steps.some(({ id }) => id === onMachine.step))
    faults.push({
      step: null,
      field: 'flow.onMachine.step',
      message: `flow.onMachine.step names the step "${onMachine.step}", which does not exist`,
      detail: { fault: 'step_unknown', params: { id: onMachine.step } },
    })
  if (gateway && onMachine.do !== 'continue' && !gateway.abilities.has('detect'))
    faults.push({
      step: null,
      field: 'flow.onMachine',
      message: `flow.onMachine ${lacks(gateway.kind, 'detect')}`,
      detail: lack(gateway.kind, 'detect'),
    })
}

function checkRecording(flow: Flow, faults: FlowFault[]): void {
  const step = unannouncedStep(flow, 'recording')
  if (!step) return
  const field = `flow.steps[${stepIndex(flow, step.id)}]`
  const message = `${field} records the call before the callee is told (step "${step.id}"): mark the step that says so with announces`
  faults.push({ step: step.id, field, message, detail: { fault: 'recording_unannounced' } })
}

/** A goal with a result that no call can have is never met. */
function checkGoal(
  results: readonly { name: string; value: string }[],
  flow: Flow | null,
  { gateway }: FlowSurroundings,
  faults: FlowFault[],
): void {
  for (const [index, { name, value }] of results.entries()) {
    const blame = (message: string, detail: FlowFault['detail']) => {
      const field = `stopWhen.results[${index}].name`
      faults.push({ step: null, field, message: `${field} ${message}`, detail })
    }
    if (!flow && gateway && !gateway.tellsResults)
      blame('needs a flow: without one nothing is known about a call but that it was answered', {
        fault: 'flow_required',
      })
    else checkComparison({ path: name, value }, flow, blame)
  }
}

function checkSuccessRule(
  rule: string,
  flow: Flow | null,
  { gateway }: FlowSurroundings,
  faults: FlowFault[],
): void {
  if (rule === 'answered') return
  const blame = (message: string, detail: FlowFault['detail']) =>
    faults.push({ step: null, field: 'successWhen', message: `successWhen ${message}`, detail })
  const paths = rule === 'person' ? ['verdict'] : checkCondition(rule, flow, blame)
  if (!gateway || gateway.tellsResults) return
  if (!flow)
    blame('needs a flow: without one nothing is known about a call but that it was answered', {
      fault: 'flow_required',
    })
  else if (paths.includes('verdict') && !gateway.abilities.has('detect'))
    blame(lacks(gateway.kind, 'detect'), lack(gateway.kind, 'detect'))
}
