// Whether the platform accepts calls, judged by its answers. After a few failures in a row it is down and is probed, with
// requests that place no call, until it answers again. Failures for the same contact count once, because the platform may
// fail for that contact alone. A platform that is slow or asks for fewer calls is not down.
import type { Log } from '../../../platform/kernel/log/log.ts'
import { setIdleTimer } from '../../../platform/kernel/wake-signal.ts'
import { createLoop } from '../../../platform/work/loop.ts'
import type { GatewayHealth } from '../../gateway.ts'

interface PlatformHealthOptions {
  probe: () => Promise<string | undefined>
  probeEveryMs: number
  log: Log
}

const FAILURES_TO_BE_DOWN = 3

export function createPlatformHealth({ probe, probeEveryMs, log }: PlatformHealthOptions) {
  const failedContacts = new Set<string>()
  let refusals = 0
  let down: string | undefined
  const probing = createLoop({
    ...{ name: 'asking the platform', work: ask, retryMs: probeEveryMs, log, setTimer: setIdleTimer },
  })

  async function ask(): Promise<void> {
    if (down === undefined) return
    const reason = await probe()
    // A call that was sent earlier may have succeeded meanwhile.
    if (down === undefined) return
    if (reason === undefined) return worked()
    down = reason
    probing.wake(probeEveryMs)
  }

  function worked(): void {
    refusals = 0
    failedContacts.clear()
    down = undefined
  }

  function judge(reason: string): void {
    if (refusals + failedContacts.size < FAILURES_TO_BE_DOWN) return
    if (down === undefined) probing.wake(probeEveryMs)
    down = reason
  }

  return {
    worked,
    now: (): GatewayHealth => (down === undefined ? { isUp: true } : { isUp: false, reason: down }),

    /** The platform accepts no calls from us. */
    refused(reason: string): void {
      refusals += 1
      judge(reason)
    },

    /** A request for this contact failed without a clear cause. */
    failed(reason: string, contactId: string): void {
      failedContacts.add(contactId)
      judge(reason)
    },

    close: probing.stop,
  }
}
