// Which calls are still up in FreeSWITCH. One command lists all channels, however many calls we ask about. FreeSWITCH updates that
// list a moment after it creates a channel, so a young call that is missing from it is checked individually.
import type { EslConnection } from './esl-connection.ts'

export interface AskedCall {
  id: string
  /** Undefined if it was placed by another node, or long ago. */
  ageMs: number | undefined
}

/** Ids become part of commands, so only our own form is allowed. */
export const ID_SHAPE = /^[\w-]{1,64}$/
const YOUNG_MS = 5000
const QUESTIONS_AT_ONCE = 100

export function requireId(id: string): string {
  if (!ID_SHAPE.test(id)) throw new Error('an id has another form')
  return id
}

/** Returns the calls that still exist. Rejects if FreeSWITCH cannot be asked. */
export async function findLiveCalls(
  connection: EslConnection,
  calls: readonly AskedCall[],
): Promise<Set<string>> {
  const asked = calls.filter(({ id }) => ID_SHAPE.test(id))
  if (asked.length === 0) return new Set()
  const listed = readList(await connection.send('api show channels as json'))
  const isUnsure = ({ id, ageMs }: AskedCall) =>
    // Without its core database FreeSWITCH has no list of channels.
    !listed || (!listed.has(id) && ageMs !== undefined && ageMs < YOUNG_MS)
  const live = new Set(asked.filter(({ id }) => listed?.has(id)).map(({ id }) => id))
  const unsure = asked.filter(isUnsure)
  for (let start = 0; start < unsure.length; start += QUESTIONS_AT_ONCE) {
    const some = unsure.slice(start, start + QUESTIONS_AT_ONCE)
    await Promise.all(
      some.map(async ({ id }) => {
        if ((await connection.send(`api uuid_exists ${id}`)).trim() === 'true') live.add(id)
      }),
    )
  }
  return live
}

/** `{"row_count":1,"rows":[{"uuid":"…"}]}`; without any channel there are no rows. */
function readList(answer: string): Set<string> | undefined {
  try {
    const list: unknown = JSON.parse(answer)
    if (typeof list !== 'object' || list === null || !('row_count' in list)) return undefined
    const rows: unknown[] = 'rows' in list && Array.isArray(list.rows) ? list.rows : []
    return new Set(rows.flatMap(uuidIn))
  } catch {
    return undefined
  }
}

function uuidIn(row: unknown): string[] {
  return typeof row === 'object' && row !== null && 'uuid' in row ? [String(row.uuid)] : []
}
