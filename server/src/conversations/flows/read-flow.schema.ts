// Validates a flow from a request against its schema, and reports every error by step.
import { Ajv, type ErrorObject } from 'ajv'
import { Type } from 'typebox'
import { onFirstUse } from '../../platform/http/access/first-use.ts'
import type { FieldRule } from '../../platform/http/schemas/field-rule.ts'
import { describe } from '../../platform/http/schemas/validation.ts'
import { quote, shorten } from '../../platform/kernel/errors.ts'
import type { ErrorDetail } from '../../platform/words/faults.ts'
import { type FlowFault, refuseFaults } from './check/flow-fault.ts'
import { FlowDocument } from './flow.schema.ts'
import type { Flow } from './flow.ts'

const MAX_FAULTS = 100
/** Several times what the largest flow has. A larger document is judged only up to its first error, which is then its size. */
const MAX_JUDGED_VALUES = 20_000

const findAllErrors = onFirstUse(() => compile(true))
const findFirstError = onFirstUse(() => compile(false))

function compile(allErrors: boolean): (document: unknown) => ErrorObject[] {
  // The discriminator names what is wrong inside a step, not that no form of a step fits.
  const ajv = new Ajv({ allErrors, discriminator: true, verbose: true, strict: false })
  const { $id: _, ...form } = FlowDocument
  const validate = ajv.compile(Type.Object({ flow: form }))
  return (document) => (validate({ flow: document }) ? [] : (validate.errors ?? []))
}

/** The flow, if it has the form of one. */
export function readFlow(document: unknown): { flow: Flow } | { faults: FlowFault[] } {
  const found = isLarge(document) ? findFirstError(document) : findAllErrors(document)
  if (found.length === 0) return { flow: document as Flow }
  const errors = found.filter(isTelling).slice(0, MAX_FAULTS)
  return { faults: errors.map((error) => faultOf(document, error)) }
}

function isLarge(document: unknown): boolean {
  let count = 0
  const pending = [document]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const inner = Array.isArray(value) ? value : Object.values(value)
    count += inner.length
    if (count > MAX_JUDGED_VALUES) return true
    pending.push(...inner)
  }
  return false
}

/** The flow of a task; null takes it away. */
export function requireFlow(document: unknown): Flow | null | undefined {
  if (document === null || document === undefined) return document
  const read = readFlow(document)
  if ('flow' in read) return read.flow
  refuseFaults(read.faults)
  return undefined
}

/** A wrong name and a missing type are each reported twice, and once is enough. */
function isTelling({ keyword, params }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && !(keyword === 'discriminator' && params['tagValue'] === undefined)
}

function faultOf(document: unknown, error: ErrorObject): FlowFault {
  const step = stepAt(document, error.instancePath)
  const { message, detail } =
    error.keyword === 'discriminator'
      ? unknownForm(error)
      : error.propertyName !== undefined
        ? wrongName(error, error.propertyName)
        : describe(error)
  const { field = 'flow', ...rest } = detail
  return { step, field, message: step === null ? message : `${message} (step "${step}")`, detail: rest }
}

function stepAt(document: unknown, path: string): string | null {
  const index = /^\/flow\/steps\/(\d+)/.exec(path)?.[1]
  const steps = (document as { steps?: { id?: unknown }[] | null } | null)?.steps
  const id = index === undefined ? undefined : steps?.[Number(index)]?.id
  return typeof id === 'string' ? shorten(id) : null
}

/** What is wrong with the name of a parameter, or with the key that has a name. */
function wrongName(error: ErrorObject, name: string): { message: string; detail: ErrorDetail } {
  const field = describe({ ...error, keyword: 'type', propertyName: undefined }).detail.field
  const schema = error.parentSchema as { 'x-rules'?: Record<string, FieldRule> } | undefined
  const rule = schema?.['x-rules']?.[error.keyword]
  if (rule)
    return {
      message: `${field} has the name ${quote(name)}, which ${rule.message}`,
      detail: { ...rule.detail, field },
    }
  return {
    message: `${field} has the name ${quote(name)}: a name is a letter, followed by up to 39 letters, digits, underscores or hyphens`,
    detail: { fault: 'not_a_name', field },
  }
}

/** The property that decides on the form has none of its values. */
function unknownForm(error: ErrorObject): { message: string; detail: ErrorDetail } {
  const property = String(error.params['tag'])
  const forms = (error.parentSchema?.['oneOf'] ?? []) as { title: string }[]
  const allowed = forms.map(({ title }) => title)
  const field = `${describe({ ...error, keyword: 'type' }).detail.field}.${property}`
  return {
    message: `${field} must be one of ${allowed.join(', ')}`,
    detail: { fault: 'not_one_of', field, params: { allowed } },
  }
}
