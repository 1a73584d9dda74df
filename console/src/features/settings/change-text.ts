// What was changed, in the words of the forms: the audit trail names fields and values as the API does.
import type { Schemas } from '@carillon/client'
import type { Language } from '../../language/messages.ts'
import { fieldNames } from '../../parts/errors/field-names.ts'
import { settingsMessages } from './settings.messages.ts'

type Changes = Schemas['ServiceChange']['changes']

/** `Lines: 100 → 60`. Of a thing that is new, only the values that it has: `Name: Sipgate; Lines: 4`. */
export function changeText(changes: Changes, language: Language): string {
  const { changes: t } = settingsMessages[language]
  const isNew = changes.every(({ before }) => before === null)
  const nameOf = (field: string) => fieldNames[language][field] ?? field
  const textOf = (value: unknown): string => {
    if (isEmpty(value)) return '–'
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (Array.isArray(value)) return value.map(textOf).join(t.comma)
    if (typeof value !== 'object') return String(value)
    return Object.entries(value as object)
      .map(([field, each]) => `${nameOf(field)} ${textOf(each)}`)
      .join(t.comma)
  }
  return changes
    .filter(({ after }) => !isNew || !isEmpty(after))
    .map(({ field, before, after }) =>
      isNew
        ? t.named(nameOf(field), textOf(after))
        : t.named(nameOf(field), `${textOf(before)} → ${textOf(after)}`),
    )
    .join(t.semicolon)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
