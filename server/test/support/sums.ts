// Compares every stored sum with its records.

import { compareSums, type Difference } from '../../src/commands/repair/sums.ts'
import { createLineWatch } from '../../src/dialing/dialer/jobs/count-lines.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { silentLog } from './silent-log.ts'
import type { TestApp } from './test-app.ts'

export async function differencesIn({ db }: TestApp, corrects = false): Promise<Difference[]> {
  const found: Difference[] = []
  const lines = createLineWatch({ db, clock: systemClock, log: silentLog })
  for await (const difference of compareSums({ db, clock: systemClock, lines, corrects }))
    found.push(difference)
  return found
}
