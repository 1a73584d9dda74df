// The browser has come back from the provider: on to where the person was, or why nobody was signed in and what to do.
import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useServices } from '../../session/console-context.tsx'
import { COOKIE } from '../../session/session.ts'
import { providerAddress, readProviderAnswer } from './provider.ts'
import { signInMessages } from './sign-in.messages.ts'
import { SignInFrame } from './sign-in-page.tsx'

export function ProviderReturn() {
  const t = useMessages(signInMessages)
  const { session } = useServices()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [answer] = useState(() => readProviderAnswer(window.location.hash))
  useEffect(() => {
    if (!('returnTo' in answer)) return
    session.signIn(COOKIE)
    void queries.invalidateQueries()
    go(answer.returnTo, { replace: true })
  }, [answer, session, queries, go])
  if (!('refusal' in answer)) return null
  const text = t.refusals[answer.refusal as keyof typeof t.refusals] ?? t.refusals.invalid
  return (
    <SignInFrame title={t.notSignedIn}>
      <Alert color="red" variant="light">
        {text}
      </Alert>
      <Group mt="md" gap="xs">
        <Button component="a" href={providerAddress()}>
          {t.again}
        </Button>
        <Button variant="default" onClick={() => go('/', { replace: true })}>
          {t.toConsole}
        </Button>
      </Group>
    </SignInFrame>
  )
}
