// Wakes a single waiter. A signal sent while nobody waits is remembered: the next wait ends at once.

export interface WakeSignal {
  send(): void
  /** Until a signal comes or the time is over; without a limit only a signal ends it. */
  wait(limitMs?: number): Promise<void>
}

/** Runs something after a while; the result cancels it. Tests bring a time of their own. */
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
      isSent = false
    },
  }
}

export function setRealTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
