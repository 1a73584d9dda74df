// FreeSWITCH fetches a sound when a call first plays it. Calls that want the same new sound at that moment wait until one
// of them plays it: several fetches of one file at once have cut off callees.
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'

const MAX_KNOWN = 10_000

export function createFirstPlays(maxWaitMs: number) {
  const known = createLatestEntries<string, true>(MAX_KNOWN)
  const fetching = new Map<string, { callId: string; ended: Promise<void>; release(): void }>()

  function release(callId: string, isThere: boolean): void {
    for (const [url, fetch] of fetching) {
      if (fetch.callId !== callId) continue
      fetching.delete(url)
      if (isThere) known.set(url, true)
      fetch.release()
    }
  }

  return {
    /** Resolves when the call may play the sound: at once if FreeSWITCH has it, or if no other call fetches it. */
    async turn(callId: string, url: string): Promise<void> {
      if (known.has(url)) return
      const other = fetching.get(url)
      if (other) return within(maxWaitMs, other.ended)
      let release = () => {}
      const ended = new Promise<void>((resolve) => {
        release = resolve
      })
      fetching.set(url, { callId, ended, release })
    },

    /** FreeSWITCH plays the call its sound. */
    noteBegun: (callId: string) => release(callId, true),
    /** The sound has ended, or the call. If it never began, those who wait try for themselves. */
    noteEnded: (callId: string) => release(callId, false),
  }
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, limit])
  clearTimeout(timer)
}
