// The access token of this tab, kept until the tab is closed. When the service refuses the token later, the token stays
// until the user signs in again, so that the page and its input are not lost.
export interface SessionState {
  token: string | undefined
  /** The service no longer accepts the token. */
  isRefused: boolean
}

export interface Session {
  read(): SessionState
  subscribe(onChange: () => void): () => void
  signIn(token: string): void
  signOut(): void
  /** Records that the service refused this token. */
  refuse(token: string | undefined): void
}

const STORAGE_KEY = 'carillon-token'

export function createSession(storage: Storage): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { token: storage.getItem(STORAGE_KEY) ?? undefined, isRefused: false }
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
      storage.setItem(STORAGE_KEY, token)
      change({ token, isRefused: false })
    },
    signOut() {
      storage.removeItem(STORAGE_KEY)
      change({ token: undefined, isRefused: false })
    },
    refuse(token) {
      // The refusal may answer a request sent with the previous token.
      if (token === state.token && token !== undefined && !state.isRefused)
        change({ ...state, isRefused: true })
    },
  }
}
