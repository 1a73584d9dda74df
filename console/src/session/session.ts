// The access token of this tab: kept until the tab is closed. A token that is refused later on stays in place while
// its holder signs in again, so that the page and what was typed into it stay too.
export interface SessionState {
  token: string | undefined
  /** The service does not take the token any longer. */
  isRefused: boolean
}

export interface Session {
  read(): SessionState
  subscribe(onChange: () => void): () => void
  signIn(token: string): void
  signOut(): void
  /** The service refused this token. */
  refuse(token: string | undefined): void
}

const STORED_AS = 'carillon-token'

export function createSession(storage: Storage): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { token: storage.getItem(STORED_AS) ?? undefined, isRefused: false }
  function change(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    signIn(token) {
      storage.setItem(STORED_AS, token)
      change({ token, isRefused: false })
    },
    signOut() {
      storage.removeItem(STORED_AS)
      change({ token: undefined, isRefused: false })
    },
    refuse(token) {
      // An answer to a request from before the last sign-in says nothing about this token.
      if (token === state.token && token !== undefined && !state.isRefused)
        change({ ...state, isRefused: true })
    },
  }
}
