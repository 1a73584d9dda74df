import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { withErrorWords } from '../../parts/errors/error-text.ts'
import { lazyDialog, lazyPart } from '../../parts/lazy-part.tsx'
import { useIsProofAsked, useServices, useSessionState } from '../../session/console-context.tsx'

const SignInPage = lazyPart(async () => (await withErrorWords(import('./sign-in-page.tsx'))).SignInPage)
const InvitationPage = lazyPart(
  async () => (await withErrorWords(import('./invitation-page.tsx'))).InvitationPage,
)
const ProviderReturn = lazyPart(async () => (await import('./provider-return.tsx')).ProviderReturn)
const PasswordAgain = lazyPart(async () => (await import('./password-again.tsx')).PasswordAgain)
const SignInAgain = lazyDialog(async () => (await import('./sign-in-page.tsx')).SignInAgain, {
  isOpen: false,
})

/** Shows the page only after sign-in. While the user signs in again, the page stays mounted and keeps its input. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { token, isRefused, isAsking } = useSessionState()
  const { live, proof } = useServices()
  const isProofAsked = useIsProofAsked()
  const [location] = useLocation()
  const isSignedIn = token !== undefined && !isRefused
  useEffect(() => {
    return isSignedIn ? live.start() : undefined
  }, [isSignedIn, live])

  if (location === '/invitation') return <InvitationPage />
  if (location === '/sign-in') return <ProviderReturn />
  if (isAsking) return null
  if (token === undefined) return <SignInPage />
  return (
    <>
      {children}
      <SignInAgain isOpen={isRefused} />
      {isProofAsked && <PasswordAgain onAnswer={proof.answer} />}
    </>
  )
}
