// Whether the platform takes calls, judged by its answers. A few failures in a row and it is down; then it is probed, with
// requests that place no call, until it answers again. A platform that asks to wait is left alone for as long.
import type { GatewayHealth } from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'

export interface PlatformHealthOptions {
  clock: Clock
  probe: () => Promise<string | undefined>
  probeEveryMs: number
}

export interface PlatformHealth {
  now(): GatewayHealth
  worked(): void
  failed(reason: string): void
  wait(reason: string, ms: number): void
  close(): void
}

const FAILURES_TO_BE_DOWN = 3

export function createPlatformHealth({ clock, probe, probeEveryMs }: PlatformHealthOptions): PlatformHealth {
  let failures = 0
  let down: string | undefined
  let waitUntilMs = Number.NEGATIVE_INFINITY
  let waitReason = ''
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function probeLater(): void {
    if (isClosed) return
    timer = setTimeout(async () => {
      const reason = await probe()
      // A call that was already on its way may have got through meanwhile.
      if (down === undefined) return
      if (reason === undefined) worked()
      else {
        down = reason
        probeLater()
      }
    }, probeEveryMs)
    timer.unref()
  }

  function worked(): void {
    failures = 0
    down = undefined
    clearTimeout(timer)
  }

  return {
    worked,

    now() {
      if (down !== undefined) return { isUp: false, reason: down }
      if (clock.elapsedMs() < waitUntilMs) return { isUp: false, reason: waitReason }
      return { isUp: true }
    },

    failed(reason) {
      failures += 1
      if (failures < FAILURES_TO_BE_DOWN) return
      if (down === undefined) probeLater()
      down = reason
    },

    wait(reason, ms) {
      waitReason = reason
      waitUntilMs = Math.max(waitUntilMs, clock.elapsedMs() + ms)
    },

    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
