// A long request may run only while its token is valid. It is ended within a second after the token is revoked or expires:
// `recheck` is called when tokens change, and a check every second finds expired tokens and missed notifications.
import type { Authenticate } from './auth.ts'

export interface TokenWatch {
  /** Calls back when the token is no longer valid, unless the returned function was called before. */
  watch(token: string, onRefused: () => void): () => void
  /** Tokens changed. */
  recheck(): void
}

interface Watched {
  token: string
  onRefused: () => void
}

const CHECK_MS = 1000

export function createTokenWatch(authenticate: Authenticate, checkMs = CHECK_MS): TokenWatch {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined

  async function check(each: Watched): Promise<void> {
    let isGood = true
    try {
      isGood = (await authenticate(each.token)) !== undefined
    } catch {
      // The database cannot be reached; the next check asks again.
    }
    if (!isGood && watched.delete(each)) each.onRefused()
  }

  function recheck(): void {
    for (const each of watched) check(each)
  }

  return {
    recheck,
    watch(token, onRefused) {
      const each = { token, onRefused }
      watched.add(each)
      timer ??= setInterval(recheck, checkMs).unref()
      return () => {
        watched.delete(each)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
