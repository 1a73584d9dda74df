// The page of an invitation, or of a link to a new password. What is behind the # of its address never reaches a server by itself.
import { Alert, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useErrorText } from '../../parts/errors/use-error-text.ts'
import { useSessionState } from '../../session/console-context.tsx'
import { COOKIE } from '../../session/session.ts'
import { InvitationForm, readInvitation } from './person-form.tsx'
import { signInMessages } from './sign-in.messages.ts'
import { SignInFrame } from './sign-in-page.tsx'

export function InvitationPage() {
  const t = useMessages(signInMessages)
  const textOf = useErrorText()
  const [token] = useState(() => window.location.hash.slice(1))
  const [before] = useState(useSessionState().token)
  const { token: now } = useSessionState()
  const [, go] = useLocation()
  const [found, setFound] = useState<{ name?: string; error?: unknown }>()
  useEffect(() => {
    readInvitation(token).then(
      ({ name }) => setFound({ name }),
      (error) => setFound({ error }),
    )
  }, [token])
  useEffect(() => {
    if (now === COOKIE && before !== COOKIE) go('/', { replace: true })
  }, [now, before, go])
  return (
    <SignInFrame title={t.invitation}>
      {!found && <Loader size="sm" />}
      {found?.error !== undefined && (
        <Alert color="red" variant="light">
          {textOf(found.error)}
        </Alert>
      )}
      {found?.name !== undefined && (
        <>
          <Text size="sm" mb="sm">
            {t.invited}
          </Text>
          <InvitationForm token={token} name={found.name} />
        </>
      )}
    </SignInFrame>
  )
}
