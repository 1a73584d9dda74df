// Whether the platform accepts calls, judged by its answers. After a few failures in a row it is down and is probed, with
// requests that place no call, until it answers again. Failures for the same contact count once, because the platform may
// fail for that contact alone. A platform that is slow or asks for fewer calls is not down.
import type { GatewayHealth } from '../../gateway.ts'

interface PlatformHealthOptions {
  probe: () => Promise<string | undefined>
  probeEveryMs: number
}

const FAILURES_TO_BE_DOWN = 3

export function createPlatformHealth({ probe, probeEveryMs }: PlatformHealthOptions) {
  const failedContacts = new Set<string>()
  let refusals = 0
  let down: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function probeLater(): void {
    if (isClosed) return
    timer = setTimeout(async () => {
      const reason = await probe()
      // A call that was sent earlier may have succeeded meanwhile.
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
    refusals = 0
    failedContacts.clear()
    down = undefined
    clearTimeout(timer)
  }

  function judge(reason: string): void {
    if (refusals + failedContacts.size < FAILURES_TO_BE_DOWN) return
    if (down === undefined) probeLater()
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

    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
