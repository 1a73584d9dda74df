import { createClient } from '@carillon/client'
import { Button, Code, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './person-form.tsx'
import { providerAddress, providerName } from './provider.ts'
import { signInMessages } from './sign-in.messages.ts'
import { useSignIn } from './use-sign-in.ts'

/** The file with the first token, which the service names on the page that it serves to its own machine. */
function tokenFile(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="carillon-token-file"]')?.content
  return named ? decodeURIComponent(named) : 'data/access-token'
}

/** On its own machine the token of the first start is at hand; elsewhere people sign in. */
const isOwnMachine = () => /^(localhost|127\.|\[::1\])/.test(window.location.hostname)

export function SignInForm() {
  const t = useMessages(signInMessages)
  const [hasToken, setHasToken] = useState(isOwnMachine)
  const provider = providerName()
  return (
    <Stack gap="md">
      {provider !== undefined && (
        <Button component="a" href={providerAddress()} size="sm" fullWidth>
          {t.withProvider(provider)}
        </Button>
      )}
      {hasToken ? <TokenForm /> : <PasswordForm />}
      {!hasToken && <PasskeyButton />}
      <Button variant="subtle" size="compact-sm" onClick={() => setHasToken(!hasToken)}>
        {hasToken ? t.usePassword : t.useToken}
      </Button>
    </Stack>
  )
}

/** Signs in with a token after the service has accepted it. */
function TokenForm() {
  const t = useMessages(signInMessages)
  const { signIn, error, setError, isBusy } = useSignIn()
  const [text, setText] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Text copied from a terminal may include spaces and the word "Bearer".
    const token = text.trim().replace(/^Bearer\s+/i, '')
    if (token === '') return setError(t.required)
    await signIn(async () => {
      await createClient({ token: () => token, retries: 0 }).get('/api/system', {})
      return token
    })
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={t.token}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={error}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          size="sm"
        />
        <Button type="submit" size="sm" loading={isBusy} fullWidth>
          {t.signIn}
        </Button>
        <div>
          <Text size="xs" c="dimmed">
            {t.where}
          </Text>
          <Code block mt="2xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {`cat ${tokenFile()}`}
          </Code>
          <Text size="xs" c="dimmed" mt="xs">
            {t.whereElse}
          </Text>
          <Code block mt="2xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            npx carillon token create my-name --scope admin
          </Code>
        </div>
      </Stack>
    </form>
  )
}
