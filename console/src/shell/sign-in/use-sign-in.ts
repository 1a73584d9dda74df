// Every way to sign in: it is tried, and then the person or the token is signed in in all tabs.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../parts/errors/use-error-text.ts'
import { useServices } from '../../session/console-context.tsx'

export function useSignIn() {
  const { session } = useServices()
  const queries = useQueryClient()
  const textOf = useErrorText()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  /** `prove` returns the token that the service has accepted, or COOKIE. */
  async function signIn(prove: () => Promise<string>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      session.signIn(await prove())
      await queries.invalidateQueries()
    } catch (failure) {
      setError(textOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { signIn, error, setError, isBusy }
}
