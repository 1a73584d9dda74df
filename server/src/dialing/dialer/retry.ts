// Retries an operation that must not be lost, a few times.
import type { SetTimer } from '../../platform/kernel/wake-signal.ts'

const RETRY_MS = 1000
const MAX_TRIES = 5

export async function retry<Value>(work: () => Promise<Value>, setTimer: SetTimer): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      await new Promise<void>((resolve) => setTimer(resolve, RETRY_MS))
    }
  }
}
