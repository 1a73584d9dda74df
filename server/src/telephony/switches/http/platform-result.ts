// What a voice platform says came of a call: read strictly, because it decides about success, callbacks and do-not-call lists.
// It comes with reports and with answers to questions about a call.
import type { CallResult, PathStep } from '../../../conversations/flows/call-result.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { limitResult, MAX_PATH } from '../../../conversations/flows/run/keep-result.ts'
import { EXIT_PATTERN, listsIn, resultNames } from '../../../conversations/flows/steps/steps.ts'
import { InvalidInput } from '../../../platform/kernel/errors.ts'
import { isStorableText } from '../../../platform/kernel/storable-text.ts'
import { TRANSFER_RESULTS, VERDICTS } from '../../../platform/words/calls.ts'
import type { ErrorDetail } from '../../../platform/words/faults.ts'

export const RESULT_LIMITS = {
  names: 50,
  nameLength: 64,
  digits: 32,
  value: 1000,
  to: 255,
  said: 50,
} as const
export const AGENT_ENDS = ['done', 'refused', 'silent', 'died'] as const
/** The result field in which the address of the platform's own recording is kept. */
export const RECORDING_URL_FIELD = 'recordingUrl'

/** What a result may name. Without a flow the platform runs a script of its own, with names of its own. */
export interface FlowNames {
  /** The ids of the gather steps. */
  gathers: string[]
  /** The lists of the optOut steps. */
  lists: string[]
  /** The ids of all steps. */
  steps?: string[]
}

export function namesIn(flow: Flow): FlowNames {
  return {
    gathers: resultNames(flow, 'digits'),
    lists: listsIn(flow),
    steps: flow.steps.map(({ id }) => id),
  }
}

/** Throws InvalidInput that names the field. */
export function readResult(given: unknown): CallResult {
  const result = fieldsOf('result', given, {
    verdict: readVerdict,
    digits: (field, value) => textsOf(field, value, readDigits),
    fields: (field, value) => textsOf(field, value, textOf(RESULT_LIMITS.value)),
    transfer: readTransfer,
    optOut: textOf(RESULT_LIMITS.nameLength, 1),
    callbackTime: readTime,
    recordingUrl: readUrl,
    said: readSaid,
    agent: oneOf(AGENT_ENDS),
    step: textOf(RESULT_LIMITS.nameLength, 1),
    hungUp: textOf(RESULT_LIMITS.nameLength, 1),
    path: readPath,
  })
  const { recordingUrl, ...rest } = result
  if (recordingUrl === undefined) return limitResult(rest)
  return limitResult({ ...rest, fields: { ...rest.fields, [RECORDING_URL_FIELD]: recordingUrl } })
}

/** Checks the names of a result against the flow of the call. */
export function checkNames(
  { digits = {}, optOut, path = [] }: CallResult,
  names: FlowNames | undefined,
): void {
  const unknown = names && Object.keys(digits).find((id) => !names.gathers.includes(id))
  if (names && unknown !== undefined)
    refuse(`result.digits.${unknown}`, 'is not the id of a gather step of the flow', {
      fault: 'not_one_of',
      params: { allowed: names.gathers },
    })
  const { steps } = names ?? {}
  const strange = steps ? path.findIndex(([step]) => !steps.includes(step)) : -1
  if (steps && strange >= 0)
    refuse(`result.path[${strange}].step`, 'is not the id of a step of the flow', {
      fault: 'not_one_of',
      params: { allowed: steps },
    })
  const lists = names?.lists ?? []
  if (optOut !== undefined && !lists.includes(optOut))
    refuse('result.optOut', 'must be the listId of an optOut step of the flow', {
      fault: 'not_one_of',
      params: { allowed: lists },
    })
}

/** As if the reports had been one: later values count, and what was keyed in and the result fields add up. */
export function mergeResults(known: CallResult | undefined, later: CallResult | undefined) {
  if (!known || !later) return later ?? known
  const { digits = known.digits, fields = known.fields } = later
  return limitResult({
    ...known,
    ...later,
    ...(digits && { digits: { ...known.digits, ...digits } }),
    ...(fields && { fields: { ...known.fields, ...fields } }),
  })
}

type Reader<Value> = (field: string, value: unknown) => Value
type Readers = Record<string, Reader<unknown>>
type ReadFields<Given extends Readers> = { [Name in keyof Given]?: ReturnType<Given[Name]> }

function refuse(field: string, rule: string, detail: ErrorDetail): never {
  throw new InvalidInput(`${field} ${rule}`, { ...detail, field })
}

/** Null is the same as leaving a field out. */
function fieldsOf<Given extends Readers>(field: string, value: unknown, readers: Given): ReadFields<Given> {
  const given = objectOf(field, value)
  const allowed = Object.keys(readers)
  const read: [string, unknown][] = []
  for (const [name, each] of Object.entries(given)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!reader)
      refuse(
        field,
        `must have only the fields ${allowed.join(', ')} (got ${JSON.stringify(name.slice(0, 80))})`,
        {
          fault: 'not_one_of',
          params: { allowed },
        },
      )
    if (each !== null) read.push([name, reader(`${field}.${name}`, each)])
  }
  return Object.fromEntries(read) as ReadFields<Given>
}

function objectOf(field: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  return refuse(field, 'must be an object', { fault: 'wrong_type', params: { types: ['object'] } })
}

function textOf(max: number, min = 0): Reader<string> {
  return (field, value) => {
    if (typeof value !== 'string')
      refuse(field, 'must be a string', { fault: 'wrong_type', params: { types: ['string'] } })
    const { length } = [...value]
    if (length < min || length > max)
      refuse(field, `must have ${min} to ${max} characters`, { fault: 'wrong_length', params: { min, max } })
    if (!isStorableText(value))
      refuse(field, 'must not contain a NUL character', { fault: 'unstorable_text' })
    return value
  }
}

function oneOf<const Value extends string>(allowed: readonly Value[]): Reader<Value> {
  return (field, value) =>
    allowed.find((each) => each === value) ??
    refuse(field, `must be one of ${allowed.join(', ')}`, {
      fault: 'not_one_of',
      params: { allowed: [...allowed] },
    })
}

function needed<Value>(field: string, value: Value | undefined): Value {
  return value ?? refuse(field, 'is required', { fault: 'required' })
}

function textsOf(field: string, value: unknown, read: Reader<string>): Record<string, string> {
  const entries = Object.entries(objectOf(field, value))
  if (entries.length > RESULT_LIMITS.names)
    refuse(field, `must have at most ${RESULT_LIMITS.names} fields`, {
      fault: 'wrong_count',
      params: { max: RESULT_LIMITS.names },
    })
  const max = RESULT_LIMITS.nameLength
  if (!entries.every(([name]) => name !== '' && [...name].length <= max && isStorableText(name)))
    refuse(field, `must have names of 1 to ${max} characters`, {
      fault: 'wrong_length',
      params: { min: 1, max },
    })
  return Object.fromEntries(entries.map(([name, each]) => [name, read(`${field}.${name}`, each)]))
}

function readDigits(field: string, value: unknown): string {
  const digits = textOf(RESULT_LIMITS.digits)(field, value)
  return /^[0-9*#]*$/.test(digits)
    ? digits
    : refuse(field, 'must have only 0-9, * and #', { fault: 'invalid' })
}

function readVerdict(field: string, value: unknown): CallResult['verdict'] {
  const verdict = fieldsOf(field, value, {
    is: oneOf(VERDICTS),
    how: textOf(RESULT_LIMITS.nameLength, 1),
    afterMs: readMs,
  })
  return {
    is: needed(`${field}.is`, verdict.is),
    by: 'platform',
    how: verdict.how ?? 'reported',
    afterMs: verdict.afterMs ?? 0,
  }
}

const MAX_MS = 86_400_000

function readMs(field: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_MS) return value
  return refuse(field, `must be a whole number from 0 to ${MAX_MS}`, {
    fault: 'out_of_range',
    params: { min: 0, max: MAX_MS },
  })
}

function readTransfer(field: string, value: unknown): CallResult['transfer'] {
  const { to, result } = fieldsOf(field, value, {
    to: textOf(RESULT_LIMITS.to, 1),
    result: oneOf(TRANSFER_RESULTS),
  })
  return { to: needed(`${field}.to`, to), result: needed(`${field}.result`, result) }
}

/** Without a zone it would be a guess. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function readTime(field: string, value: unknown): string {
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time).toISOString()
  return refuse(field, 'must be a time with its zone, such as 2026-06-10T17:00:00+02:00', {
    fault: 'invalid',
  })
}

function readUrl(field: string, value: unknown): string {
  const text = textOf(RESULT_LIMITS.value, 1)(field, value)
  return /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text)
    ? text
    : refuse(field, 'must be a URL that begins with https:// or http://', { fault: 'invalid' })
}

function itemsOf<Item>(field: string, value: unknown, max: number, read: Reader<Item>): Item[] {
  if (!Array.isArray(value))
    return refuse(field, 'must be an array', { fault: 'wrong_type', params: { types: ['array'] } })
  if (value.length > max)
    refuse(field, `must have at most ${max} items`, { fault: 'wrong_count', params: { max } })
  return value.map((each, index) => read(`${field}[${index}]`, each))
}

const EXIT = new RegExp(EXIT_PATTERN)

function readExit(field: string, value: unknown): string {
  return typeof value === 'string' && EXIT.test(value)
    ? value
    : refuse(field, 'must be an exit such as keys:1, noInput or hungUp', { fault: 'invalid' })
}

function readPath(field: string, value: unknown): CallResult['path'] {
  return itemsOf(field, value, MAX_PATH, (place, each): PathStep => {
    const { step, offsetMs, exit } = fieldsOf(place, each, {
      step: textOf(RESULT_LIMITS.nameLength, 1),
      offsetMs: readMs,
      exit: readExit,
    })
    const began = [needed(`${place}.step`, step), needed(`${place}.offsetMs`, offsetMs)] as const
    return exit === undefined ? [...began] : [...began, exit]
  })
}

function readSaid(field: string, value: unknown): CallResult['said'] {
  return itemsOf(field, value, RESULT_LIMITS.said, (place, each) => {
    const { step, text } = fieldsOf(place, each, {
      step: textOf(RESULT_LIMITS.nameLength, 1),
      text: textOf(RESULT_LIMITS.value),
    })
    return { step: needed(`${place}.step`, step), text: needed(`${place}.text`, text) }
  })
}
