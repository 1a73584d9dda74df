// What a call was before its last changes, to be brought back. Each added, moved or removed step is a change of its own; what is typed
// in between is one change, because the inputs undo their own letters.
import type { CallValues } from '../flow-draft.ts'

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
  return flow?.steps.map(({ key }) => key).join() ?? ''
}

export type FlowHistory = Entry[]
