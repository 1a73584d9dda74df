// An error of the API as a sentence in the language of the page, made from its code and parameters.
import type { Schemas } from '@carillon/client'
import { errorSentence, faultOf } from '@carillon/server/words/errors'
import type { ErrorWords, ErrorDetail as Fault } from '@carillon/server/words/faults'
import { chosenLanguage } from '../../language/language-provider.tsx'
import type { Language } from '../../language/messages.ts'

export type ErrorDetail = Schemas['ErrorDetail']

const sources: Record<Language, () => Promise<ErrorWords>> = {
  en: async () => (await import('@carillon/server/words/en/errors')).en,
  zh: async () => (await import('@carillon/server/words/zh/errors')).zh,
}
const sentences: Partial<Record<Language, ErrorWords>> = {}

/** Loads the sentences of a language. Without them, an error is the message of the service, in English. */
export async function loadErrorWords(language: Language): Promise<void> {
  sentences[language] ??= await sources[language]()
}

/** A page comes with the words of its errors: both are loaded at the same time. */
export async function withErrorWords<Page>(page: Promise<Page>): Promise<Page> {
  const words = loadErrorWords(chosenLanguage()).catch(() => undefined)
  await Promise.all([page, words])
  return page
}

let fieldNames: Record<Language, Readonly<Record<string, string>>> = { en: {}, zh: {} }

/** Loads the names of fields. Until then, and for fields of a contact, a field has its own name. */
export async function loadFieldNames(): Promise<void> {
  fieldNames = (await import('./field-names.ts')).fieldNames
}

/** Undefined for a code that this console does not know, and before the words are loaded: then the service's message is shown. */
export function errorText(detail: ErrorDetail, language: Language): string | undefined {
  const words = sentences[language]
  if (!words) return undefined
  const nameOf = (field: string) => nameOfField(field, language)
  const { other, ...params } = (detail.params ?? {}) as { other?: string }
  const named = other === undefined ? params : { ...params, other: nameOf(other) }
  const field = stepField(detail, language) ?? nameOf(detail.field ?? '')
  return errorSentence({ ...detail, fault: faultOf(detail, words), params: named, field } as Fault, words)
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
