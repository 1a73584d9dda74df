// Which number the callee sees. The numbers of a trunk are used in turn.
import type { Trunk } from '../../trunks/trunk.ts'

export interface CallToShow {
  phoneKey: string
  trunk: Trunk
}

export type CallerIds = ReturnType<typeof createCallerIds>

export function createCallerIds() {
  const turns = new Map<string, number>()

  return {
    /** One for each call, in the same order; null: the trunk has none. */
    async choose(calls: readonly CallToShow[]): Promise<(string | null)[]> {
      return calls.map(({ trunk: { id, callerIds } }) => {
        const turn = turns.get(id) ?? 0
        turns.set(id, turn + 1)
        return callerIds[turn % Math.max(1, callerIds.length)] ?? null
      })
    },
  }
}
