// Who is signed in. A person has a cookie, which the browser sends by itself and no page can read: only that there is one is remembered. Otherwise it is
// the access token of this tab, kept until the tab is closed. A new tab gets it from the tabs that are open, so it is never
// written where it would outlive them. When the service refuses the token later, the token stays until the user signs in again,
// so that the page and its input are not lost.
import { forgetDrafts } from './drafts.ts'

export interface SessionState {
  token: string | undefined
  /** The service no longer accepts the token. */
  isRefused: boolean
  /** Whether the other tabs are being asked for their token. */
  isAsking: boolean
}

export interface Session {
  read(): SessionState
  subscribe(onChange: () => void): () => void
  signIn(token: string): void
  /** Signs out the other tabs too. */
  signOut(): void
  /** Records that the service refused this token. */
  refuse(token: string | undefined): void
}

/** The tabs of this console in this browser: a BroadcastChannel. */
type Tabs = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

type TabMessage = { kind: 'ask' } | { kind: 'token'; token: string } | { kind: 'signOut' }

/** In place of a token: a person is signed in with a cookie, and requests have no token. */
export const COOKIE = ''

const STORAGE_KEY = 'carillon-token'
/** In all tabs, and when the browser is opened again. */
const PERSON_KEY = 'carillon-person'
/** Tabs answer within milliseconds; without a tab the user waits this long for the form. */
const ASK_MS = 300

export function createSession(storage: Storage, tabs: Tabs, lasting?: Storage): Session {
  const listeners = new Set<() => void>()
  const isPerson = lasting?.getItem(PERSON_KEY) === 'yes'
  const token = storage.getItem(STORAGE_KEY) ?? (isPerson ? COOKIE : undefined)
  let state: SessionState = { token, isRefused: false, isAsking: token === undefined }
  function change(next: Partial<SessionState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function signIn(signedInWith: string): void {
    if (signedInWith === COOKIE) {
      storage.removeItem(STORAGE_KEY)
      lasting?.setItem(PERSON_KEY, 'yes')
    } else storage.setItem(STORAGE_KEY, signedInWith)
    change({ token: signedInWith, isRefused: false, isAsking: false })
  }
  function leave(): void {
    storage.removeItem(STORAGE_KEY)
    lasting?.removeItem(PERSON_KEY)
    forgetDrafts(storage)
    change({ token: undefined, isRefused: false, isAsking: false })
  }
  const tell = (message: TabMessage) => tabs.postMessage(message)

  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'signOut') leave()
    else if (data.kind === 'token' && state.token === undefined) signIn(data.token)
    else if (data.kind === 'ask' && state.token !== undefined && !state.isRefused)
      tell({ kind: 'token', token: state.token })
  }
  if (state.isAsking) {
    tell({ kind: 'ask' })
    setTimeout(() => state.isAsking && change({ isAsking: false }), ASK_MS)
  }

  return {
    read: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    signIn,
    signOut() {
      tell({ kind: 'signOut' })
      leave()
    },
    refuse(given) {
      const refused = given ?? COOKIE
      // The refusal may answer a request sent with the previous token.
      if (refused === state.token && !state.isRefused) change({ isRefused: true })
    },
  }
}
