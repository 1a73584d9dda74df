// The console has words, in both languages, for every code of errors and imports that openapi.json names.

import { readFileSync } from 'node:fs'
import { en } from '@carillon/server/words/en/errors'
import { sharedCodes } from '@carillon/server/words/shared-codes'
import { zh } from '@carillon/server/words/zh/errors'
import { beforeAll, describe, expect, it } from 'vitest'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { importHistoryMessages } from '../src/features/contacts/import-history.messages.ts'
import { retryCauses } from '../src/features/tasks/permission/retry-values.ts'
import { errorText, loadErrorWords, loadFieldNames } from '../src/parts/errors/error-text.ts'

const { schemas } = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
).components
const codesOf = (schema: string, property = 'code'): string[] => schemas[schema].properties[property].enum
const languages = ['en', 'zh'] as const
const errorWords = { en, zh }

beforeAll(() => Promise.all([loadFieldNames(), loadErrorWords('en'), loadErrorWords('zh')]))

describe.each(languages)('the words in %s', (language) => {
  it('cover every reason why a row is not imported', () => {
    const { failures } = importMessages[language]
    expect(Object.keys(failures).sort()).toEqual([...codesOf('ImportFailure')].sort())
  })

  it('cover every error that can end an import', () => {
    const { enum: codes } = schemas.ImportJob.properties.error.properties.code
    const { jobErrors } = importMessages[language]
    // Which faults share a code is known to the compiler, so each of them has words.
    const words = { ...jobErrors, ...errorWords[language], ...sharedCodes }
    expect(codes).toContain('import_not_started')
    expect(codes.filter((code: string) => !(code in words))).toEqual([])
  })

  it('cover every state of an import', () => {
    const states = schemas.ImportRecord.properties.status.enum
    expect(Object.keys(importHistoryMessages[language].statuses).sort()).toEqual([...states].sort())
    expect(Object.keys(importMessages[language].results).sort()).toEqual([...states].sort())
  })
})

it('leaves a code it does not know to the message of the service', () => {
  const unknown = { code: 'new_code', field: null, params: {} } as never
  expect(errorText(unknown, 'en')).toBeUndefined()
  expect(errorText(unknown, 'zh')).toBeUndefined()
})

it.each([
  ['en', 'Task name "spring" already exists'],
  ['zh', '任务名称“spring”已存在'],
] as const)('makes a sentence in %s from a code alone', (language, sentence) => {
  expect(errorText({ code: 'name_taken', field: 'taskName', params: { name: 'spring' } }, language)).toBe(
    sentence,
  )
})

it('offers retry rules for every outcome that can have one', () => {
  const { properties } = schemas.TaskSettings.properties.retryRules
  expect([...retryCauses].sort()).toEqual(Object.keys(properties).sort())
})
