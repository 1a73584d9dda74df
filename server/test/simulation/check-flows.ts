// What the far end has heard and done in calls that follow a flow, held against what is recorded of them. Written without the
// code that runs flows: every text of a flow is said in one place, so what was heard proves what the flow knew.

import type { CallResult } from '../../src/conversations/flows/call-result.ts'
import type { FlowStep } from '../../src/conversations/flows/flow.ts'
import type { FlowParty } from './fake-flow-parts.ts'
import type { FlowPlan } from './flow-scenario.ts'
import type { History } from './history.ts'
import type { LedgerCall, PhoneNetwork } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import type { WallClock } from './wall-clock.ts'

interface FlowFacts {
  network: PhoneNetwork
  history: History
  party: FlowParty
  wallClock: WallClock
}

export interface RecordedFlow {
  id: string
  task_id: string
  contact_id: string
  phone_key: string
  round: number
  cause: string
  start_time: Date
  result: CallResult | null
  /** Nothing that was said to somebody who was deleted is kept. */
  is_deleted: boolean
}

const MAX_SAID = 50
/** Timers may be this much early by the clock of the far end. */
const SLACK_MS = 100

export async function checkFlows(look: RealStatements['look'], facts: FlowFacts): Promise<string[]> {
  const rows = await look<RecordedFlow>(
    `select id, task_id, contact_id, phone_key, round, cause, start_time, result,
       not exists (select from contact where id = contact_id) as is_deleted
     from call
     order by task_id, contact_id, start_time`,
  )
  const entries = await look<{ list_id: string; phone_key: string }>(
    'select list_id, phone_key from do_not_call_entry where remove_time is null',
  )
  const optedOut = new Set(entries.map((entry) => `${entry.list_id} ${entry.phone_key}`))
  return [
    ...rows.flatMap((row) => {
      const call = facts.network.find(row.id)
      const plan = facts.history.task(row.task_id)?.flow
      if (!call?.story || !plan) return []
      const story = { ...call, story: call.story }
      return [
        ...checkPlays(story, plan),
        ...(row.is_deleted
          ? checkForgotten(row)
          : [
              ...checkResult(story, plan, row),
              ...checkWishes(story, plan, row, optedOut),
              ...checkParty(story, row, facts.party),
            ]),
      ].map((problem) => `call ${row.id}: ${problem}`)
    }),
    ...checkCallbacks(rows),
  ]
}

type ToldCall = LedgerCall & Required<Pick<LedgerCall, 'story'>>

const textsOf = (step: FlowStep): string[] =>
  'text' in step ? [step.text, 'retryText' in step ? step.retryText : undefined].filter(isText) : []
const isText = (text: string | undefined): text is string => text !== undefined

/** Nobody hears a step twice, but for questions that were not answered and menus that were asked for again. */
function checkPlays({ story }: ToldCall, { flow }: FlowPlan): string[] {
  const problems: string[] = []
  const { heard, keys } = story
  for (const [index, sound] of heard.entries()) {
    const before = heard.slice(0, index)
    if (before.some(({ playId }) => playId === sound.playId)) problems.push(`play ${sound.playId} came twice`)
    const last = before.findLast(({ text }) => text === sound.text)
    if (!last) continue
    const step = flow.steps.find((each) => textsOf(each).includes(sound.text))
    if (step?.type !== 'gather') {
      problems.push(`"${sound.text}" was said twice`)
      continue
    }
    // A sentence that is made late may be answered before it is heard.
    const sinceMs = heard[heard.indexOf(last) - 1]?.atMs ?? 0
    const wasKeyed = keys.some(({ atMs }) => atMs >= sinceMs && atMs <= sound.atMs)
    const silentMs = sound.atMs - last.atMs - last.lengthMs
    if (!wasKeyed && silentMs < 1000 * (step.timeout ?? 5) - SLACK_MS)
      problems.push(`"${sound.text}" was asked again after ${silentMs} ms`)
    const tries = before.filter(({ text }) => textsOf(step).includes(text)).length
    if (step.id.startsWith('ask') && tries >= (step.tries ?? 1))
      problems.push(`"${sound.text}" was asked ${tries + 1} times`)
  }
  return problems
}

function checkForgotten({ result }: RecordedFlow): string[] {
  const { said, digits, fields, transfer } = result ?? {}
  return said || digits || fields || transfer ? ['was not forgotten with its contact'] : []
}

/** What was heard is in the record, with the answers that led there. */
function checkResult({ story }: ToldCall, { flow, successWhen }: FlowPlan, row: RecordedFlow): string[] {
  const { heard, keys } = story
  const { result } = row
  if (!result) return heard.length > 0 ? ['has no result'] : []
  const problems: string[] = []
  const said = (result.said ?? []).map(({ text }) => text)
  if (
    said.length < MAX_SAID &&
    !isWithin(
      heard.map(({ text }) => text),
      said,
    )
  )
    problems.push(`heard ${heard.map(({ text }) => text).join(', ')}; recorded as said: ${said.join(', ')}`)
  for (const step of flow.steps) {
    const number = /^ask-(\d+)$/.exec(step.id)?.[1]
    if (number === undefined) continue
    const digit = result.digits?.[step.id]
    const wasHeard = (text: string) => heard.some((sound) => sound.text === `${text} ${number}`)
    for (const [text, key] of [
      ['yes to', '1'],
      ['no to', '2'],
    ] as const)
      if (wasHeard(text) && digit !== key) problems.push(`heard "${text} ${number}", recorded ${digit}`)
    const asked = heard.findIndex((sound) => textsOf(step).includes(sound.text))
    const goneOn = heard.slice(asked + 1).some((sound) => isLater(sound.text, Number(number)))
    if (asked >= 0 && goneOn && digit === undefined) problems.push(`question ${number} left no answer`)
  }
  for (const [step, digits] of Object.entries(result.digits ?? {}))
    for (const key of digits)
      if (!keys.some((pressed) => pressed.key === key))
        problems.push(`${step} has the key ${key}, which nobody pressed`)
  const cause = causeOf(successWhen, result)
  if (row.cause !== cause && !/^(lost|gateway_error)$/.test(row.cause))
    problems.push(`recorded as ${row.cause}, should be ${cause}`)
  return problems
}

/** Of a part of the flow that comes after the question. */
const isLater = (text: string, number: number) => {
  const part = /^this is part (\d+)$/.exec(text)?.[1]
  return text === 'the end' || (part !== undefined && Number(part) > number)
}

function isWithin(parts: string[], whole: string[]): boolean {
  let at = 0
  return parts.every((part) => {
    at = whole.indexOf(part, at) + 1
    return at > 0
  })
}

/** What an answered call is recorded as. */
export function causeOf(successWhen: string, result: CallResult): string {
  const { callbackTime, agent, verdict, digits } = result
  if (callbackTime !== undefined) return 'callback'
  if (agent !== undefined && agent !== 'done') return 'agent_failed'
  const [, step] = /^digits\.(\S+) == "1"$/.exec(successWhen) ?? []
  const isPerson = verdict?.is === 'person'
  const isMet = successWhen === 'answered' ? !isBrokenOff(result) : isPerson
  if (step === undefined ? isMet : digits?.[step] === '1') return 'answered'
  if (verdict && !isPerson && verdict.is !== 'unknown') return verdict.is
  return step === undefined ? 'unverified' : 'not_confirmed'
}

/** The end was not observed, and the flow was still in a step. */
const isBrokenOff = ({ ending, path }: CallResult) =>
  ending === 'interrupted' && path?.at(-1)?.[2] === 'interrupted'

/** Who has heard that a wish is taken is on the list, or is called again at the time asked for. */
function checkWishes(
  { story, phoneNumber, endMs, answerMs }: ToldCall,
  { flow }: FlowPlan,
  { result, phone_key }: RecordedFlow,
  optedOut: ReadonlySet<string>,
): string[] {
  const problems: string[] = []
  for (const { text } of story.heard) {
    const number = /^no to (\d+)$/.exec(text)?.[1]
    const wish = flow.steps.find(({ id }) => id === `wish-${number}`)
    if (wish?.type === 'optOut') {
      if (result?.optOut !== wish.listId) problems.push(`${phoneNumber} opted out, and the result lacks it`)
      if (!optedOut.has(`${wish.listId} ${phone_key}`)) problems.push(`${phoneNumber} is not on the list`)
    }
    if (wish?.type !== 'set') continue
    if (result?.fields?.[wish.field] === undefined) problems.push(`the result lacks ${wish.field}`)
    if (wish.field === 'callbackTime' && result?.callbackTime === undefined)
      problems.push(`another call was asked for, and the result lacks it`)
  }
  if (endMs !== null && answerMs === null) problems.push('was never answered')
  return problems
}

/** A contact is called again when it asked for it, and not before. */
function checkCallbacks(rows: RecordedFlow[]): string[] {
  return rows.flatMap((row, index) => {
    const time = row.cause === 'callback' ? row.result?.callbackTime : undefined
    const next = rows[index + 1]
    const isSame =
      next?.task_id === row.task_id && next.contact_id === row.contact_id && next.round === row.round
    return time !== undefined && isSame && next.start_time.getTime() < Date.parse(time)
      ? [`contact ${row.contact_id} asked for ${time} and was rung at ${next.start_time.toISOString()}`]
      : []
  })
}

/** Recordings were stored before they began; the words of voice agents are in the record. */
function checkParty(
  { story, attemptId }: ToldCall,
  { result }: RecordedFlow,
  { begun, agents }: FlowParty,
): string[] {
  const problems: string[] = []
  for (const id of story.recorded) {
    if (begun.get(id)?.callId !== attemptId) problems.push(`recording ${id} was not announced`)
    if (!result?.recordings?.some((recording) => recording.id === id))
      problems.push(`recording ${id} is not in the result`)
  }
  const own = agents.filter(({ callId }) => callId === attemptId)
  if (result?.agent === 'done' && !own.some(({ end }) => end === 'done'))
    problems.push('an agent is recorded as done that is not')
  const wentOn = story.heard.some(({ text }) => text.startsWith('after agent'))
  if (wentOn && !own.some(({ said }) => said?.fields?.mood === result?.fields?.mood))
    problems.push(`the word of the voice agent is lost: ${result?.fields?.mood}`)
  return problems
}
