// Timers with names, so that they can be replaced one by one and cancelled together.
import type { SetTimer } from '../../platform/kernel/wake-signal.ts'

export function createNamedTimers(setTimer: SetTimer) {
  const running = new Map<string, () => void>()
  function cancel(name: string): void {
    running.get(name)?.()
    running.delete(name)
  }
  return {
    /** A timer of the same name is replaced. */
    set(name: string, ms: number, run: () => void): void {
      cancel(name)
      running.set(name, setTimer(run, ms))
    },
    cancel,
    cancelAll(): void {
      for (const name of [...running.keys()]) cancel(name)
    },
  }
}
