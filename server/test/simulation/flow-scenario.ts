// The flows of a seed: valid ones, put together by chance of blocks that each have an end. Every text is said in one place
// only, so what a callee has heard tells where the flow was.

import type { Flow, FlowStep } from '../../src/conversations/flows/flow.ts'
import {
  DEFAULT_SETTINGS,
  type SimulatorSettings,
} from '../../src/telephony/switches/simulator/simulator-settings.ts'
import type { Chance } from './chance.ts'

export interface FlowPlan {
  flow: Flow
  successWhen: string
  maxAgents: number | null
}

export interface FlowRates {
  /** A command to a call is refused. */
  command: number
  /** What a call says is not there in time, or not at all. */
  speechLate: number
  speechFailed: number
  /** Voice agents that refuse, hang or die. */
  agentFails: number
}

export interface FlowScenario {
  /** Of those who answer. */
  callees: SimulatorSettings
  rates: FlowRates
  isOptOutGlobal: boolean
  /** One for each task; null is a task without a flow. */
  plans: (FlowPlan | null)[]
}

/** Stands for the list that the world makes for those who want no more calls. */
export const OPT_OUT_LIST = 'the opt-out list'
export const AGENT_URL = 'ws://127.0.0.1:9/agent'
/** Nobody has such patience: a call that ends for it was left alone. */
export const STAY_SECONDS = 1800

const NO_TROUBLE: FlowRates = { command: 0, speechLate: 0, speechFailed: 0, agentFails: 0 }

/** Null: the calls of this seed follow no flow. */
export function chooseFlows(chance: Chance, tasks: number, isCalm: boolean): FlowScenario | null {
  if (chance.isTrue(0.4)) return null
  return {
    callees: {
      ...DEFAULT_SETTINGS,
      callees: chance.pick([
        { person: 1, machine: 0, screening: 0, silence: 0 },
        { person: 60, machine: 20, screening: 10, silence: 10 },
      ]),
      press: chance.pick<Record<string, number>>([
        { 1: 60, 2: 40 },
        { 1: 30, 2: 40, 7: 15, none: 15 },
      ]),
      transfer: { answered: 40, busy: 20, no_answer: 20, failed: 20 },
      leave: chance.pick([0, 0.1, 0.4]),
      patience: [STAY_SECONDS, STAY_SECONDS],
      stay: STAY_SECONDS,
    },
    rates: isCalm ? NO_TROUBLE : chooseRates(chance),
    isOptOutGlobal: chance.isTrue(0.5),
    plans: Array.from({ length: tasks }, () => (chance.isTrue(0.8) ? choosePlan(chance, isCalm) : null)),
  }
}

function chooseRates(chance: Chance): FlowRates {
  return {
    command: chance.pick([0, 0, 0.02, 0.1]),
    speechLate: chance.pick([0, 0.1, 0.5]),
    speechFailed: chance.pick([0, 0, 0.03, 0.2]),
    agentFails: chance.pick([0, 0.3, 1]),
  }
}

function choosePlan(chance: Chance, isCalm: boolean): FlowPlan {
  const { flow, questions } = chooseFlow(chance)
  const rules = ['answered', 'answered', 'person', ...questions.map((id) => `digits.${id} == "1"`)]
  return {
    flow,
    successWhen: chance.pick(rules),
    maxAgents: isCalm ? null : chance.pick([null, null, 1, 2]),
  }
}

export function chooseFlow(chance: Chance): { flow: Flow; questions: string[] } {
  const steps: FlowStep[] = []
  const questions: string[] = []
  const blocks = Array.from({ length: chance.between(1, 4) }, (_, index) => index + 1)
  for (const number of blocks) steps.push(...chooseBlock(chance, number, questions))
  const onMachine = chance.pick([
    undefined,
    { do: 'hangup' as const },
    { do: 'continue' as const },
    { do: 'leaveMessage' as const, step: 'message' },
  ])
  steps.push({ id: 'end', type: 'say', text: 'the end' }, { id: 'bye', type: 'hangup' })
  if (onMachine?.do === 'leaveMessage')
    steps.push({ id: 'message', type: 'say', text: 'a message for you' }, { id: 'over', type: 'hangup' })
  return { flow: { ...(onMachine && { onMachine }), steps }, questions }
}

/** Steps that lead to the next block, whose first step is called `start-N`. */
function chooseBlock(chance: Chance, number: number, questions: string[]): FlowStep[] {
  const start: FlowStep = { id: `start-${number}`, type: 'say', text: `this is part ${number}` }
  const question = () => {
    questions.push(`ask-${number}`)
    return chooseQuestion(chance, number)
  }
  return [start, ...chance.pick([question, question, question, menu, transfer, record, stream])()]

  function menu(): FlowStep[] {
    const id = `menu-${number}`
    return [
      { id, type: 'gather', text: `menu ${number}`, keys: '12', timeout: 3, tries: 1 },
      {
        id: `${id}-choice`,
        type: 'branch',
        cases: [{ when: `digits.${id} == "2"`, next: id }],
      },
    ]
  }

  function transfer(): FlowStep[] {
    const to = chance.pick(['sip:sales@127.0.0.1', 'sip:sales@127.0.0.1', 'queue:sales'])
    return [
      { id: `transfer-${number}`, type: 'transfer', to, timeout: 10 },
      { id: `alone-${number}`, type: 'say', text: `nobody is free ${number}` },
    ]
  }

  function record(): FlowStep[] {
    const what = chance.pick(['call', 'message'] as const)
    return [
      {
        id: `record-${number}`,
        type: 'record',
        what,
        maxSeconds: 20,
        ...(what === 'message' && { silence: 2 }),
      },
    ]
  }

  function stream(): FlowStep[] {
    return [
      {
        id: `agent-${number}`,
        type: 'stream',
        url: `${AGENT_URL}/${number}`,
        announces: ['artificialVoice'],
        connect: chance.pick(['ringing', 'answer'] as const),
        maxSeconds: chance.pick([5, 30]),
        ...(chance.isTrue(0.5) && { failText: `the agent ${number} has failed` }),
      },
      { id: `after-${number}`, type: 'say', text: `after agent ${number}` },
    ]
  }
}

/** With a sentence for each answer. Those who press 2 want no more calls, or one at another time. */
function chooseQuestion(chance: Chance, number: number): FlowStep[] {
  const id = `ask-${number}`
  const wish: FlowStep[] = chance.pick([
    [{ id: `wish-${number}`, type: 'optOut', listId: OPT_OUT_LIST }],
    [{ id: `wish-${number}`, type: 'set', field: 'callbackTime', value: chance.pick(['+2m', '+30m']) }],
    [{ id: `wish-${number}`, type: 'set', field: 'answer', value: `{{digits.${id}|none}}` }],
  ] satisfies FlowStep[][])
  const tries = chance.between(1, 3)
  return [
    {
      id,
      type: 'gather',
      text: `question ${number}`,
      ...(chance.isTrue(0.5) && tries > 1 && { retryText: `once more ${number}` }),
      keys: '12',
      tries,
      timeout: chance.pick([2, 5]),
      interrupt: chance.isTrue(0.7),
    },
    {
      id: `answer-${number}`,
      type: 'branch',
      cases: [
        { when: `digits.${id} == "1"`, next: `yes-${number}` },
        { when: `digits.${id} == "2"`, next: `wish-${number}` },
      ],
      next: `on-${number}`,
    },
    { id: `yes-${number}`, type: 'say', text: `yes to ${number}`, next: `on-${number}` },
    ...wish,
    { id: `no-${number}`, type: 'say', text: `no to ${number}` },
    { id: `on-${number}`, type: 'set', field: `part-${number}`, value: 'done' },
  ]
}
