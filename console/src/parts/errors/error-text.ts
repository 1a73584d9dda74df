// An error of the API as a sentence in the language of the page, made from its code and parameters.
import type { Schemas } from '@carillon/client'
import { errorSentence, faultOf } from '@carillon/server/words/errors'
import type { ErrorDetail as Fault } from '@carillon/server/words/faults'
import type { Language } from '../../language/messages.ts'

export type ErrorDetail = Schemas['ErrorDetail']

let fieldNames: Record<Language, Readonly<Record<string, string>>> = { en: {}, zh: {} }

/** Loads the names of fields. Until then, and for fields of a contact, a field has its own name. */
export async function loadFieldNames(): Promise<void> {
  fieldNames = (await import('./field-names.ts')).fieldNames
}

/** Undefined for a code that this console does not know: then the service's message is shown. */
export function errorText(detail: ErrorDetail, language: Language): string | undefined {
  const nameOf = (field: string) => nameOfField(field, language)
  const { other, ...params } = (detail.params ?? {}) as { other?: string }
  const named = other === undefined ? params : { ...params, other: nameOf(other) }
  const field = stepField(detail, language) ?? nameOf(detail.field ?? '')
  return errorSentence({ ...detail, fault: faultOf(detail), params: named, field } as Fault, language)
}

/** `phoneNumbers[3]` is called as the list is, and `billing.firstSeconds` by its last word. */
function nameOfField(field: string, language: Language): string {
  const path = field.replace(/\[\d+\]/g, '')
  const last = path.slice(path.lastIndexOf('.') + 1)
  return fieldNames[language][path] ?? fieldNames[language][last] ?? field
}

/** `Sentence of step "ask"` for `flow.steps[2].text`. */
function stepField({ field, params }: ErrorDetail, language: Language): string | undefined {
  const step = (params as { step?: string } | undefined)?.step
  const [, inside] = /^flow\.steps\[\d+\]\.?(.*)$/.exec(field ?? '') ?? []
  if (step === undefined || inside === undefined) return undefined
  const name = inside && nameOfField(inside, language)
  if (language === 'zh') return `步骤“${step}”${name && `的“${name}”`}`
  return name ? `${name} of step "${step}"` : `Step "${step}"`
}

/** Why the service cannot do its work, for use inside another sentence. */
export function faultText(reason: string | undefined, language: Language): string | undefined {
  return errorText({ field: null, code: 'unavailable', params: { reason: reason ?? '' } }, language)
}
