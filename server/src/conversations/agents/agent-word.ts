// What a voice agent says about its call, in a message of its connection or in a request: who answered, result fields, and
// when the callee wants to be called again.

import { InvalidInput, shorten } from '../../platform/kernel/errors.ts'
import { isStorableText } from '../../platform/kernel/storable-text.ts'
import { VERDICTS } from '../../platform/words/calls.ts'
import type { ErrorDetail } from '../../platform/words/faults.ts'
import type { AgentWord } from '../flows/flow-state.ts'
import type { CallbackTime } from '../flows/run/callback-time.ts'
import { MAX_RESULT_FIELDS } from '../flows/run/keep-result.ts'
import { MAX_FILLED_TEXT } from '../flows/templates.ts'

export const MAX_FIELD_NAME = 100
export const MAX_FIELD_VALUE = MAX_FILLED_TEXT
export const MAX_HOW = 100

export interface WordReader {
  /** Reads an instant, a time of day or a while from now; undefined if the text is none of them. */
  callbackTime(text: string): CallbackTime | undefined
}

/** Refuses with the name of the field. `afterMs`: since the answer, as far as known. */
export function readAgentWord(given: object, afterMs: number, reader: WordReader): AgentWord {
  const { verdict, how, fields, callbackTime } = given as Record<string, unknown>
  const word: AgentWord = {}
  if (isGiven(verdict)) {
    const is = VERDICTS.find((kind) => kind === verdict)
    if (!is)
      throw wrong(
        'verdict',
        { fault: 'not_one_of', params: { allowed: [...VERDICTS] } },
        `must be one of ${VERDICTS.join(', ')}`,
      )
    word.verdict = { is, by: 'agent', how: isGiven(how) ? readText('how', how, MAX_HOW) : 'agent', afterMs }
  }
  if (isGiven(fields)) word.fields = readFields(fields)
  if (isGiven(callbackTime)) {
    const text = readText('callbackTime', callbackTime, MAX_FIELD_VALUE)
    const read = reader.callbackTime(text)
    if (read === undefined)
      throw wrong(
        'callbackTime',
        { fault: 'not_a_time' },
        `must be a time such as 2026-05-04T17:00:00+02:00, 17:00 or +90m, not "${shorten(text)}"`,
      )
    if ('ignored' in read && read.ignored === 'callback_too_far')
      throw wrong(
        'callbackTime',
        { fault: 'out_of_range', params: {} },
        `must not be further ahead than CALLBACK_MAX_DAYS allows, not "${shorten(text)}"`,
      )
    // The flow of the call reads it: a time of the day is the called person's in some tasks.
    word.callbackTime = text
  }
  return word
}

function readFields(given: unknown): Record<string, string> {
  const entries = Object.entries(readObject('fields', given)).filter(([, value]) => value !== null)
  checkCount(entries.length)
  return Object.fromEntries(
    entries.map(([name, value]) => {
      readText('fields', name, MAX_FIELD_NAME)
      // A model writes numbers and truth values as such.
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
      return [name, readText(`fields.${shorten(name)}`, text, MAX_FIELD_VALUE)]
    }),
  )
}

function checkCount(count: number): void {
  if (count > MAX_RESULT_FIELDS)
    throw wrong(
      'fields',
      { fault: 'wrong_count', params: { max: MAX_RESULT_FIELDS } },
      `must be at most ${MAX_RESULT_FIELDS} for a call, with those that it already has (got ${count})`,
    )
}

/** The limit holds for all words about a call together. */
export function checkWordFields({ fields = {} }: Pick<AgentWord, 'fields'>): void {
  checkCount(Object.keys(fields).length)
}

export function readObject(field: string, given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrong(field, { fault: 'wrong_type', params: { types: ['object'] } }, 'must be an object')
  return given as Record<string, unknown>
}

export function readText(field: string, value: unknown, max: number): string {
  if (typeof value !== 'string')
    throw wrong(field, { fault: 'wrong_type', params: { types: ['string'] } }, 'must be a text')
  // As JSON Schema counts: a character outside the first plane is one.
  if (value.length > max && [...value].length > max)
    throw wrong(field, { fault: 'wrong_length', params: { max } }, `must have at most ${max} characters`)
  if (!isStorableText(value))
    throw wrong(field, { fault: 'unstorable_text' }, 'must not contain a NUL character')
  return value
}

export const isGiven = (value: unknown) => value !== undefined && value !== null

export function wrong(field: string, detail: ErrorDetail, rule: string): InvalidInput {
  return new InvalidInput(`${field} ${rule}`, { ...detail, field })
}
