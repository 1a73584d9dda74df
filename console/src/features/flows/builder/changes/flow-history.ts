// What a call was before its last changes, to be brought back. Each added, moved or removed step, and each line to another one, is a
// change of its own; what is typed in between is one change, because the inputs undo their own letters.
import type { CallValues, DraftStep } from '../../flow-draft.ts'
import { pictureOf } from '../../picture/picture-graph.ts'

/** What a change did, to be named where it is undone; without a step: to the call as a whole. */
export interface ChangeName {
  what: 'added' | 'removed' | 'moved' | 'led' | 'typed'
  step?: string | undefined
}

interface Entry {
  call: CallValues
  isShape: boolean
  name: ChangeName
}

const MAX_ENTRIES = 50

export function remember(history: Entry[], before: CallValues, after: CallValues): Entry[] {
  const isShape = shapeOf(before) !== shapeOf(after)
  if (!isShape && history.at(-1)?.isShape === false) return history
  return [...history, { call: before, isShape, name: nameOf(before, after) }].slice(-MAX_ENTRIES)
}

const stepsOf = ({ flow }: CallValues): DraftStep[] => flow?.steps ?? []
const textOf = ({ key: _, ...step }: DraftStep) => JSON.stringify(step)

function nameOf(before: CallValues, after: CallValues): ChangeName {
  const [old, now] = [stepsOf(before), stepsOf(after)]
  const isIn = (steps: DraftStep[], { key }: DraftStep) => steps.some((each) => each.key === key)
  const added = now.find((step) => !isIn(old, step))
  if (added) return { what: 'added', step: added.id }
  const removed = old.find((step) => !isIn(now, step))
  if (removed) return { what: 'removed', step: removed.id }
  // Of two that have changed places, the one that went further down the list.
  const moved = old.find((step, index) => now[index]?.key !== step.key)
  if (moved) return { what: 'moved', step: moved.id }
  const changed = now.find((step, index) => textOf(step) !== textOf(old[index] ?? step))
  return { what: shapeOf(before) === shapeOf(after) ? 'typed' : 'led', step: changed?.id }
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
  future: Entry[]
}

export function undone({ past, future }: Changes, now: CallValues) {
  const last = past.at(-1)
  return (
    last && {
      call: last.call,
      changes: { past: past.slice(0, -1), future: [...future, { ...last, call: now }] },
    }
  )
}

export function redone({ past, future }: Changes, now: CallValues) {
  const next = future.at(-1)
  return (
    next && {
      call: next.call,
      changes: { past: [...past, { ...next, call: now, isShape: true }], future: future.slice(0, -1) },
    }
  )
}
