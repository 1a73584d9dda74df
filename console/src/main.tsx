import './shell/mantine-styles.ts'
import '@mantine/notifications/styles.css'
import './shell/console.css'
import { createClient } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { replaceInvalidLanguage } from './language/browser-language.ts'
import { createLive } from './live/live.ts'
import { createProof, withProof } from './session/proof.ts'
import { createSession } from './session/session.ts'
import { reloadWhenOutdated } from './shell/reload-when-outdated.ts'

replaceInvalidLanguage(navigator)
const session = createSession(sessionStorage, new BroadcastChannel('carillon-session'), localStorage)
const service = createClient({
  // A person has a cookie instead.
  token: () => session.read().token || undefined,
  onUnauthorized: session.refuse,
  // A person sees at once that something failed, and lists are read again by themselves.
  retries: 0,
})
const proof = createProof()
const client = withProof(service, proof)
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // Retries only when the service failed or was unreachable; a 4xx stays the same.
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
      retryDelay: 500,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
const live = createLive({ client, queries })

reloadWhenOutdated()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App services={{ client, session, live, proof }} queries={queries} />)
