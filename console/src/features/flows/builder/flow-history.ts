// What a call was before its last changes, to be brought back. Each added, moved or removed step, and each line to another one, is a
// change of its own; what is typed in between is one change, because the inputs undo their own letters.
import type { CallValues } from '../flow-draft.ts'
import { pictureOf } from '../picture/picture-graph.ts'

interface Entry {
  call: CallValues
  isShape: boolean
}

const MAX_ENTRIES = 50

export function remember(history: Entry[], before: CallValues, after: CallValues): Entry[] {
  const isShape = shapeOf(before) !== shapeOf(after)
  if (!isShape && history.at(-1)?.isShape === false) return history
  return [...history, { call: before, isShape }].slice(-MAX_ENTRIES)
}

function shapeOf({ flow }: CallValues): string {
  if (!flow) return ''
  const lines = pictureOf(flow).edges.map(({ id, to }) => `${id} ${to}`)
  return [...flow.steps.map(({ key }) => key), ...lines].join()
}

export type FlowHistory = Entry[]

/** Both ways: what was undone can be done again until something else is changed. */
export interface Changes {
  past: FlowHistory
  future: CallValues[]
}

export function undone({ past, future }: Changes, now: CallValues) {
  const last = past.at(-1)
  return last && { call: last.call, changes: { past: past.slice(0, -1), future: [...future, now] } }
}

export function redone({ past, future }: Changes, now: CallValues) {
  const call = future.at(-1)
  return (
    call && { call, changes: { past: [...past, { call: now, isShape: true }], future: future.slice(0, -1) } }
  )
}
