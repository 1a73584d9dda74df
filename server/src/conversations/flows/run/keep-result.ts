// Adds to the result of a call, within limits for the whole call. Fields take precedence: if the result becomes too large, what was
// said is dropped.
import { type CallNote, type CallResult, EXIT_WORDS } from '../call-result.ts'
import type { SoundPart } from '../flow-state.ts'
import { cutText } from '../templates.ts'
import type { CallbackTime } from './callback-time.ts'

export const MAX_RESULT_FIELDS = 50
/** Max size of all that came of a call but its path, as JSON in UTF-8. */
export const MAX_RESULT_BYTES = 16 * 1024
/** Steps of a path that are kept. */
export const MAX_PATH = 100
const MAX_SAID = 50
const MAX_PRESSED = 50
const MAX_NOTES = 5
const MAX_NOTE_TEXT = 50
/** Notes and the path have limits of their own, so that what was dropped can always be noted. */
const NOTES_BYTES = MAX_NOTES * 400

export function keepFields(result: CallResult, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const kept = { ...result, fields: { ...result.fields, [name]: cutText(value) } }
    while (!fits(kept) && kept.said?.length) kept.said = kept.said.slice(0, -1)
    if (!fits(kept)) delete kept.played
    if (Object.keys(kept.fields).length <= MAX_RESULT_FIELDS && fits(kept)) Object.assign(result, kept)
    else keepNote(result, 'result_full', name)
  }
}

export function keepSaid(result: CallResult, step: string, text: string, atMs?: number): void {
  const line = { step, text, ...(atMs !== undefined && { offsetMs: Math.round(atMs) }) }
  const said = [...(result.said ?? []), line]
  if (said.length <= MAX_SAID && fits({ ...result, said })) result.said = said
}

export function keepPlayed(result: CallResult, step: string, audioId: string, atMs: number): void {
  const played = [...(result.played ?? []), { step, audioId, offsetMs: Math.round(atMs) }]
  if (played.length <= MAX_SAID && fits({ ...result, played })) result.played = played
}

/** With the hash of the audio of what was said or played last with these words or this id; as it is if there is no room. */
export function withHash(result: CallResult, part: SoundPart, sha256: string): CallResult {
  const { said, played } = result
  const kept =
    'text' in part
      ? { ...result, ...(said && { said: hashed(said, ({ text }) => text === part.text, sha256) }) }
      : {
          ...result,
          ...(played && { played: hashed(played, ({ audioId }) => audioId === part.audioId, sha256) }),
        }
  return fits(kept) ? kept : result
}

function hashed<Line extends { sha256?: string }>(
  lines: Line[],
  isMeant: (line: Line) => boolean,
  sha256: string,
): Line[] {
  const last = lines.findLastIndex((line) => line.sha256 === undefined && isMeant(line))
  return lines.map((line, index) => (index === last ? { ...line, sha256 } : line))
}

export function keepPressed(result: CallResult, step: string, keys: string, atMs: number): void {
  const pressed = [...(result.pressed ?? []), { step, keys, offsetMs: Math.round(atMs) }]
  if (pressed.length <= MAX_PRESSED && fits({ ...result, pressed })) result.pressed = pressed
}

/** A step begins. Of a path that is too long the beginning is kept, and the step that the call is in. */
export function keepStep(result: CallResult, step: string, atMs: number): void {
  const path = [...(result.path ?? [])]
  const isFull = path.length === MAX_PATH
  if (isFull) path.pop()
  const before = path.at(-1)
  if (isFull && before) before[2] = EXIT_WORDS.skipped
  // The clock of a node that has taken the call over may be behind.
  path.push([step, Math.max(before?.[1] ?? 0, Math.round(atMs))])
  result.path = path
}

/** How the step that the call is in is left. */
export function keepExit({ path }: CallResult, exit: string): void {
  const last = path?.at(-1)
  if (last) last[2] = exit
}

/** The end of the call was not observed. `hasEnded`: its flow had come to its end before. */
export function keepInterruption(result: CallResult, hasEnded: boolean): void {
  result.ending = 'interrupted'
  if (!hasEnded && result.path?.at(-1)?.[2] === undefined) keepExit(result, EXIT_WORDS.interrupted)
}

/** The last moment of the call that is known, in milliseconds after the answer. */
export function lastMoment({ path = [], said = [], played = [], pressed = [] }: CallResult): number {
  return Math.max(
    0,
    ...path.map(([, offsetMs]) => offsetMs),
    ...[...said, ...played, ...pressed].map(({ offsetMs = 0 }) => offsetMs),
  )
}

/** Another call is asked for. */
export function keepCallback(result: CallResult, text: string, read: CallbackTime | undefined): void {
  if (read && 'time' in read) result.callbackTime = read.time
  else keepNote(result, read?.ignored ?? 'callback_unreadable', text)
}

/** Forgets what was said or played last, which nobody has heard. */
export function dropLast(result: CallResult, what: 'said' | 'played', step: string): void {
  const lines = result[what] ?? []
  if (lines.at(-1)?.step !== step) return
  if (lines.length === 1) delete result[what]
  else Object.assign(result, { [what]: lines.slice(0, -1) })
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

function fits({ notes: _, path: __, ...result }: CallResult): boolean {
  return Buffer.byteLength(JSON.stringify(result)) <= MAX_RESULT_BYTES - NOTES_BYTES
}
