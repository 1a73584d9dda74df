// The position of a reader: the number of the transaction that wrote the last event it has seen, and which of that
// transaction's events it was. A position without an event comes before everything that the transaction wrote. As text, a
// position is the id of an event, after which a reader can continue.
import { isId } from '../../platform/kernel/ids.ts'

export interface Position {
  seq: number
  /** Among the events of a transaction, calls come first, then contacts that are done (task and position), then changes of tasks. */
  last: { type: 'call' | 'contact'; id: string } | { type: 'task'; id: number } | null
}

export function beginningOf(seq: number): Position {
  return { seq, last: null }
}

export function formatPosition({ seq, last }: Position): string {
  return last ? `${seq}-${last.type}-${last.id}` : String(seq)
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const NUMBER = '(?:0|[1-9][0-9]{0,15})'

/** What formatPosition returns, for the OpenAPI document. */
export const POSITION_PATTERN = `^${NUMBER}(?:-call-${UUID}|-contact-${UUID}-${NUMBER}|-task-${NUMBER})?$`

/** Undefined for text that formatPosition does not return. */
export function parsePosition(text: string): Position | undefined {
  const [, digits, type, id = ''] = /^(\d+)(?:-(call|contact|task)-(.+))?$/.exec(text) ?? []
  const seq = readNumber(digits)
  if (seq === undefined) return undefined
  if (type === undefined) return beginningOf(seq)
  if (type === 'call') return isId(id) ? { seq, last: { type, id } } : undefined
  if (type === 'contact') {
    const [, taskId = '', place] = /^(.{36})-(\d+)$/.exec(id) ?? []
    return isId(taskId) && readNumber(place) !== undefined ? { seq, last: { type, id } } : undefined
  }
  const line = readNumber(id)
  return line === undefined ? undefined : { seq, last: { type: 'task', id: line } }
}

function readNumber(digits: string | undefined): number | undefined {
  const number = digits !== undefined && /^(0|[1-9]\d{0,15})$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** Negative if the first comes before the second, positive if it comes after it. */
export function comparePositions(a: Position, b: Position): number {
  return a.seq - b.seq || rank(a) - rank(b) || compareIds(a.last?.id ?? 0, b.last?.id ?? 0)
}

const RANKS = { call: 1, contact: 2, task: 3 } as const

function rank({ last }: Position): number {
  return last === null ? 0 : RANKS[last.type]
}

function compareIds(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
