// A long request may run only while its token or session is good. It is ended within a second after that is over: `recheck` is called when
// tokens, sessions or people change, and a check every second finds what has expired and missed notifications.
import type { Principal } from '../../kernel/access/principal.ts'
import type { Authenticate, Credential } from './auth.ts'

export interface TokenWatch {
  /** Calls back when it is no longer good, or for less than before, unless the returned function was called before. */
  watch(
    credential: Credential,
    stillMay: (principal: Principal) => boolean,
    onRefused: () => void,
  ): () => void
  /** Tokens, sessions or people changed. */
  recheck(): void
}

interface Watched {
  credential: Credential
  stillMay(principal: Principal): boolean
  onRefused: () => void
}

const CHECK_MS = 1000

export function createTokenWatch(authenticate: Authenticate, checkMs = CHECK_MS): TokenWatch {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined

  async function check(each: Watched): Promise<void> {
    let isGood = true
    try {
      const principal = await authenticate(each.credential, false)
      isGood = principal !== undefined && each.stillMay(principal)
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
    watch(credential, stillMay, onRefused) {
      const each = { credential, stillMay, onRefused }
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
