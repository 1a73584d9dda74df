// Wakes a single waiter. A signal sent while nobody waits is remembered: the next wait ends at once.

export interface WakeSignal {
  send(): void
  /** Resolves with true on a signal, with false after the given time; without a time only on a signal. */
  wait(limitMs?: number): Promise<boolean>
}

/** Runs a function after a delay; the returned function cancels it. Tests provide their own. */
export type SetTimer = (run: () => void, delayMs: number) => () => void

export function createWakeSignal(setTimer: SetTimer = setRealTimer): WakeSignal {
  let isSent = false
  let wakeUp: (() => void) | undefined
  return {
    send() {
      isSent = true
      wakeUp?.()
    },
    async wait(limitMs) {
      if (!isSent) {
        await new Promise<void>((resolve) => {
          const cancel = limitMs === undefined ? undefined : setTimer(resolve, limitMs)
          wakeUp = () => {
            cancel?.()
            resolve()
          }
        })
        wakeUp = undefined
      }
      const wasSent = isSent
      isSent = false
      return wasSent
    },
  }
}

export function setRealTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Does not keep the process alive. */
export function setIdleTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}
