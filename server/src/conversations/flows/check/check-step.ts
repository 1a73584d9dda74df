// Checks one step of a flow that matches its schema.

import { type Flow, type FlowStep, GATHER_DEFAULTS, type GatherStep, type RecordStep } from '../flow.ts'
import { readCallbackTime } from '../run/callback-time.ts'
import { placesIn } from '../templates.ts'
import { type BlameCondition, checkCondition, givesResult } from './check-condition.ts'
import type { Blame, FlowSurroundings } from './flow-fault.ts'
import { lack, lacks } from './gateway-abilities.ts'

export function checkStep(flow: Flow, step: FlowStep, surroundings: FlowSurroundings, blame: Blame): void {
  checkNames(flow, step, blame)
  for (const [field, text] of textsOf(step)) checkText(flow, field, text, surroundings, blame)
  switch (step.type) {
    case 'play':
      checkAudio(step.audioId, surroundings, blame)
      return
    case 'gather':
      if (step.audioId !== undefined) checkAudio(step.audioId, surroundings, blame)
      checkGather(step, blame)
      return
    case 'branch':
      for (const [index, { when }] of step.cases.entries())
        checkCase(flow, when, surroundings, (message, detail) =>
          blame(`cases[${index}].when`, message, detail),
        )
      return
    case 'transfer':
      if (!isTarget(step.to))
        blame(
          'to',
          'must be sip:user@host, tel:+4930123456, queue:name or dialplan:context,extension,priority',
          { fault: 'not_a_target' },
        )
      else checkTransfer(step.to, surroundings, blame)
      return
    case 'record':
      checkRecord(step, blame)
      return
    case 'stream':
      checkAgent(step.url, surroundings, blame)
      return
    case 'set':
      if (step.field === 'callbackTime' && !isCallbackTime(step.value))
        blame('value', 'must be a time such as 17:00, +90m, +2h or 2026-05-04T17:00:00+02:00', {
          fault: 'not_a_callback_time',
        })
      return
    case 'optOut': {
      const { doNotCallListIds } = surroundings
      if (doNotCallListIds && !doNotCallListIds.has(step.listId))
        blame('listId', `names the do-not-call list "${step.listId}", which does not exist`, {
          fault: 'not_found',
          params: { what: 'do-not-call list', id: step.listId },
        })
    }
  }
}

/** A place that depends on the call is judged at the moment of the transfer. */
function checkTransfer(to: string, { transferProblem }: FlowSurroundings, blame: Blame): void {
  if (hasPlaces(to)) return
  const { reason, place = '' } = transferProblem?.(to) ?? {}
  if (reason === undefined) return
  const where = place === '' ? '' : ` "${place}"`
  blame(
    'to',
    `is a place to which calls may not be transferred: ${TRANSFER_WORDS[reason] ?? reason}${where}`,
    {
      fault: 'transfer_denied',
      params: { reason, place },
    },
  )
}

const TRANSFER_WORDS: Record<string, string> = {
  host_not_allowed: 'the permission settings (transferHosts) do not list the SIP host',
  context_not_allowed: 'the permission settings (transferContexts) do not list the dialplan context',
}

/** Steps that a step names must exist. */
function checkNames({ steps }: Flow, step: FlowStep, blame: Blame): void {
  const named: [field: string, id: string | undefined][] = step.type === 'hangup' ? [] : [['next', step.next]]
  if (step.type === 'gather') named.push(['noInput', step.noInput])
  if (step.type === 'branch')
    named.push(...step.cases.map(({ next }, index): [string, string] => [`cases[${index}].next`, next]))
  for (const [field, id] of named)
    if (id !== undefined && !steps.some((each) => each.id === id))
      blame(field, `names the step "${id}", which does not exist`, { fault: 'step_unknown', params: { id } })
}

// == texts ==

function textsOf(step: FlowStep): [field: string, text: string][] {
  const texts: [string, string | undefined][] =
    step.type === 'say'
      ? [['text', step.text]]
      : step.type === 'gather'
        ? [
            ['text', step.text],
            ['retryText', step.retryText],
          ]
        : step.type === 'transfer'
          ? [['to', step.to]]
          : step.type === 'set'
            ? [['value', step.value]]
            : step.type === 'stream'
              ? [
                  ['failText', step.failText],
                  ...Object.entries(step.parameters ?? {}).map(([name, text]): [string, string] => [
                    `parameters.${name}`,
                    text,
                  ]),
                ]
              : []
  return texts.filter((each): each is [string, string] => each[1] !== undefined)
}

export function checkText(
  flow: Flow,
  field: string,
  text: string,
  { fieldNames }: FlowSurroundings,
  blame: Blame,
): void {
  if (/\{\{|\}\}/.test(withoutPlaces(text)))
    blame(field, 'has braces that are not a place such as {{name}} or {{name|there}}', {
      fault: 'place_malformed',
    })
  for (const { name, fallback } of placesIn(text)) {
    if (isResult(name)) {
      if (!givesResult(flow, name))
        blame(field, `has a place for ${name}, which no step gives`, {
          fault: 'result_unknown',
          params: { name },
        })
    } else if (fieldNames && fallback === undefined && !fieldNames.has(name) && name !== 'phoneNumber')
      blame(
        field,
        `has a place for "${name}", which no contact has; give what to say without it: {{${name}|...}}`,
        { fault: 'field_missing', params: { name } },
      )
  }
}

/** The fields of contacts that the flow uses without a fallback. */
export function neededFields({ steps }: Flow): string[] {
  const places = steps.flatMap(textsOf).flatMap(([, text]) => placesIn(text))
  const names = places.filter(({ name, fallback }) => fallback === undefined && !isResult(name))
  return [...new Set(names.map(({ name }) => name))].filter((name) => name !== 'phoneNumber')
}

const isResult = (name: string) => /^(?:digits|result)\./.test(name)

function withoutPlaces(text: string): string {
  return text.replace(/\{\{[^{}|]+(?:\|[^{}]*)?\}\}/g, '')
}

const hasPlaces = (text: string) => placesIn(text).length > 0

// == fields of a step ==

function checkCase(flow: Flow, when: string, { gateway }: FlowSurroundings, blame: BlameCondition): void {
  const paths = checkCondition(when, flow, blame)
  if (gateway && !gateway.tellsResults && paths.includes('verdict') && !gateway.abilities.has('detect'))
    blame(lacks(gateway.kind, 'detect'), lack(gateway.kind, 'detect'))
}

function checkAudio(id: string, { audioIds }: FlowSurroundings, blame: Blame): void {
  if (audioIds && !audioIds.has(id))
    blame('audioId', `names the audio "${id}", which does not exist`, {
      fault: 'not_found',
      params: { what: 'audio', id },
    })
}

function checkAgent(url: string, { agentFault }: FlowSurroundings, blame: Blame): void {
  if (!isSocketUrl(url)) {
    blame('url', 'must be an address with ws:// or wss://', { fault: 'not_a_socket_url' })
    return
  }
  const reason = agentFault?.(new URL(url))
  if (reason !== undefined) blame('url', reason, { fault: 'address_refused', params: { reason } })
}

function checkGather(step: GatherStep, blame: Blame): void {
  const { minDigits, maxDigits, endKey, keys, tries } = { ...GATHER_DEFAULTS, ...step }
  if (step.text !== undefined && step.audioId !== undefined)
    blame('audioId', 'and text cannot be given together', { fault: 'excluded', params: { other: 'text' } })
  if (minDigits > maxDigits)
    blame('minDigits', `must be at most maxDigits, which is ${maxDigits}`, {
      fault: 'out_of_range',
      params: { max: maxDigits },
    })
  if (maxDigits > 1 && keys.includes(endKey))
    blame('keys', `has the key ${endKey}, which ends the input: name another endKey`, {
      fault: 'excluded',
      params: { other: 'endKey' },
    })
  if (step.retryText !== undefined && tries === 1)
    blame('retryText', 'is never said, because tries is 1', {
      fault: 'never_used',
      params: { other: 'tries' },
    })
}

function checkRecord(step: RecordStep, blame: Blame): void {
  if (step.what === 'message') return
  for (const field of ['silence', 'tone', 'endKey'] as const)
    if (step[field] !== undefined)
      blame(field, 'is for a message, and this step records the whole call', {
        fault: 'never_used',
        params: { other: 'what' },
      })
}

const TARGETS = [
  /^sips?:[^\s@,<>"';]+@[^\s@,<>"'/]+$/,
  /^tel:\+?[0-9*#()./-]{2,30}$/,
  /^queue:[\w.-]{1,80}$/,
  /^dialplan:[\w.-]{1,80},[\w.+*#-]{1,80},[\w.-]{1,20}$/,
]

/** A placeholder is filled in during the call; any value will do here. */
export function isTarget(to: string): boolean {
  const filled = to.replace(/\{\{[^{}]+\}\}/g, '1')
  return TARGETS.some((target) => target.test(filled.replace(/^tel:1$/, 'tel:11')))
}

function isSocketUrl(text: string): boolean {
  return /^wss?:\/\/[^\s{}]+$/i.test(text) && URL.canParse(text)
}

function isCallbackTime(text: string): boolean {
  return hasPlaces(text) || readCallbackTime(text, { now: new Date(0), zones: [() => 0] }) !== undefined
}
