import { createClient } from '@carillon/client'
import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { hasPasskeys, usePasskeys } from '../../session/passkeys.ts'
import { COOKIE } from '../../session/session.ts'
import { signInMessages } from './sign-in.messages.ts'
import { useSignIn } from './use-sign-in.ts'

const client = createClient({ token: undefined, retries: 0 })

/** Signs in without a name: the browser finds the passkey. Nothing where it has none. */
export function PasskeyButton() {
  const t = useMessages(signInMessages)
  const passkeys = usePasskeys()
  const { signIn, error, isBusy } = useSignIn()
  if (!hasPasskeys()) return null
  const prove = async () => {
    const asked = await client.post('/api/session/startPasskey', {})
    await client.post('/api/session/signInWithPasskey', { body: await passkeys.sign(asked) })
    return COOKIE
  }
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        fullWidth
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => signIn(prove)}
      >
        {t.withPasskey}
      </Button>
      {error !== undefined && (
        <Text size="xs" c="red" mt="2xs" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
