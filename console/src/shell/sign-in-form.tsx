import { createClient } from '@carillon/client'
import { Button, Code, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { useErrorText } from '../parts/errors/use-error-text.ts'
import { useServices } from '../session/console-context.tsx'
import { signInMessages } from './sign-in.messages.ts'

/** The file with the first token, which the service names on the page that it serves to its own machine. */
function tokenFile(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="carillon-token-file"]')?.content
  return named ? decodeURIComponent(named) : 'data/access-token'
}

/** Signs in with a token after the service has accepted it. */
export function SignInForm() {
  const t = useMessages(signInMessages)
  const { session } = useServices()
  const queries = useQueryClient()
  const textOf = useErrorText()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Text copied from a terminal may include spaces and the word "Bearer".
    const token = text.trim().replace(/^Bearer\s+/i, '')
    if (token === '') return setError(t.required)
    setBusy(true)
    setError(undefined)
    try {
      await createClient({ token: () => token, retries: 0 }).get('/api/system', {})
      session.signIn(token)
      await queries.invalidateQueries()
    } catch (failure) {
      setError(textOf(failure))
    } finally {
      setBusy(false)
    }
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
          <Code block mt="2xs">
            {`cat ${tokenFile()}`}
          </Code>
          <Text size="xs" c="dimmed" mt="xs">
            {t.whereElse}
          </Text>
          <Code block mt="2xs">
            npx carillon token create my-name --scope admin
          </Code>
        </div>
      </Stack>
    </form>
  )
}
