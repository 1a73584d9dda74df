// Adds to the result of a call, within limits for the whole call. Fields take precedence: if the result becomes too large, what was
// said is dropped.
import type { CallNote, CallResult } from '../call-result.ts'
import { cutText } from '../templates.ts'
import type { CallbackTime } from './callback-time.ts'

export const MAX_RESULT_FIELDS = 50
/** Of all that came of a call, as JSON in UTF-8. */
export const MAX_RESULT_BYTES = 16 * 1024
const MAX_SAID = 50
const MAX_PRESSED = 50
const MAX_NOTES = 5
const MAX_NOTE_TEXT = 50
/** Notes have a limit of their own, so that what was dropped can always be noted. */
const NOTES_BYTES = MAX_NOTES * 400

export function keepFields(result: CallResult, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const kept = { ...result, fields: { ...result.fields, [name]: cutText(value) } }
    while (!fits(kept) && kept.said?.length) kept.said = kept.said.slice(0, -1)
    if (Object.keys(kept.fields).length <= MAX_RESULT_FIELDS && fits(kept)) Object.assign(result, kept)
    else keepNote(result, 'result_full', name)
  }
}

export function keepSaid(result: CallResult, step: string, text: string, atMs?: number): void {
  const line = { step, text, ...(atMs !== undefined && { offsetMs: Math.round(atMs) }) }
  const said = [...(result.said ?? []), line]
  if (said.length <= MAX_SAID && fits({ ...result, said })) result.said = said
}

export function keepPressed(result: CallResult, step: string, keys: string, atMs: number): void {
  const pressed = [...(result.pressed ?? []), { step, keys, offsetMs: Math.round(atMs) }]
  if (pressed.length <= MAX_PRESSED && fits({ ...result, pressed })) result.pressed = pressed
}

/** Another call is asked for. */
export function keepCallback(result: CallResult, text: string, read: CallbackTime | undefined): void {
  if (read && 'time' in read) result.callbackTime = read.time
  else keepNote(result, read?.ignored ?? 'callback_unreadable', text)
}

/** It was not said after all. */
export function dropLastSaid(result: CallResult, step: string): void {
  const { said = [] } = result
  if (said.at(-1)?.step !== step) return
  if (said.length === 1) delete result.said
  else result.said = said.slice(0, -1)
}

/** What was not done as the flow or a voice agent says. */
export function keepNote(result: CallResult, code: CallNote['code'], text: string): void {
  const notes = result.notes ?? []
  const note: CallNote = { step: result.step ?? '', code, text: cutText(text, MAX_NOTE_TEXT) }
  const isKnown = notes.some((each) => each.code === code && each.text === note.text)
  if (notes.length < MAX_NOTES && !isKnown) result.notes = [...notes, note]
}

/** What somebody else says came of a call. */
export function limitResult({ fields, said = [], ...rest }: CallResult): CallResult {
  const kept: CallResult = rest
  if (fields) keepFields(kept, fields)
  for (const { step, text } of said) keepSaid(kept, step, text)
  return kept
}

function fits({ notes: _, ...result }: CallResult): boolean {
  return Buffer.byteLength(JSON.stringify(result)) <= MAX_RESULT_BYTES - NOTES_BYTES
}
