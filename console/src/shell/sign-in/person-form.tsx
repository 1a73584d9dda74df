// Signing in with name and password, and choosing a password: the browser offers to keep both.
import { createClient } from '@carillon/client'
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { COOKIE } from '../../session/session.ts'
import { signInMessages } from './sign-in.messages.ts'
import { useSignIn } from './use-sign-in.ts'

/** Without a token: the cookie is what the service answers with. */
const client = createClient({ token: undefined, retries: 0 })

interface PersonFormProps {
  /** Whose password is chosen; undefined: somebody signs in. */
  chooses?: string
  action: string
  send(typed: { name: string; password: string }): Promise<unknown>
}

function PersonForm({ chooses, action, send }: PersonFormProps) {
  const t = useMessages(signInMessages)
  const { signIn, error, setError, isBusy } = useSignIn()
  const [name, setName] = useState(chooses ?? '')
  const [password, setPassword] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '' || password === '') return setError(t.bothRequired)
    await signIn(async () => {
      await send({ name, password })
      return COOKIE
    })
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          readOnly={chooses !== undefined}
          autoComplete="username"
          autoFocus={chooses === undefined}
          data-autofocus={chooses === undefined || undefined}
          size="sm"
        />
        <PasswordInput
          label={t.password}
          {...(chooses !== undefined && { description: t.passwordHint })}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={error}
          autoComplete={chooses === undefined ? 'current-password' : 'new-password'}
          autoFocus={chooses !== undefined}
          size="sm"
        />
        <Button type="submit" size="sm" loading={isBusy} fullWidth>
          {action}
        </Button>
        {chooses === undefined && (
          <Text size="xs" c="dimmed">
            {t.forgotten}
          </Text>
        )}
      </Stack>
    </form>
  )
}

export function PasswordForm() {
  const t = useMessages(signInMessages)
  return <PersonForm action={t.signIn} send={(body) => client.post('/api/session/signIn', { body })} />
}

export function InvitationForm({ token, name }: { token: string; name: string }) {
  const t = useMessages(signInMessages)
  return (
    <PersonForm
      chooses={name}
      action={t.choose}
      send={({ password }) => client.post('/api/invitation/accept', { body: { token, password } })}
    />
  )
}

/** For whom the link is. */
export const readInvitation = (token: string) => client.post('/api/invitation/read', { body: { token } })
