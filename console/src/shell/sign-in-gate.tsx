import { type ReactNode, useEffect } from 'react'
import { withErrorWords } from '../parts/errors/error-text.ts'
import { lazyDialog, lazyPart } from '../parts/lazy-part.tsx'
import { useServices, useSessionState } from '../session/console-context.tsx'

const SignInPage = lazyPart(async () => (await withErrorWords(import('./sign-in-page.tsx'))).SignInPage)
const SignInAgain = lazyDialog(async () => (await import('./sign-in-page.tsx')).SignInAgain, {
  isOpen: false,
})

/** Shows the page only after sign-in. While the user signs in again, the page stays mounted and keeps its input. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { token, isRefused, isAsking } = useSessionState()
  const { live } = useServices()
  const isSignedIn = token !== undefined && !isRefused
  useEffect(() => {
    return isSignedIn ? live.start() : undefined
  }, [isSignedIn, live])

  if (isAsking) return null
  if (token === undefined) return <SignInPage />
  return (
    <>
      {children}
      <SignInAgain isOpen={isRefused} />
    </>
  )
}
