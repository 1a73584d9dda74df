import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useErrorText } from '../../parts/errors/use-error-text.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { hasPasskeys, usePasskeys } from '../../session/passkeys.ts'
import { providerAddress, providerName } from './provider.ts'
import { signInMessages } from './sign-in.messages.ts'

/** What the person wants to do asks for the password or a passkey once more. */
export function PasswordAgain({ onAnswer }: { onAnswer(isProved: boolean): void }) {
  const me = useApiQuery('/api/session/me', {}).data
  if (!me) return null
  if (me.signsInBy === 'provider') return <ProviderAgain onAnswer={onAnswer} />
  return <PasswordForm onAnswer={onAnswer} />
}

/** The browser leaves the page, and comes back to it. */
function ProviderAgain({ onAnswer }: { onAnswer(isProved: boolean): void }) {
  const t = useMessages(signInMessages)
  const { cancel } = useMessages(partsMessages)
  const name = providerName() ?? ''
  return (
    <Modal opened onClose={() => onAnswer(false)} title={t.proofTitleProvider} size="sm" zIndex={350}>
      <Stack gap="sm">
        <Text size="sm">{t.proofHintProvider(name)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button component="a" href={providerAddress({ isProof: true })} data-autofocus>
            {t.withProvider(name)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function PasswordForm({ onAnswer }: { onAnswer(isProved: boolean): void }) {
  const t = useMessages(signInMessages)
  const { cancel } = useMessages(partsMessages)
  const client = useClient()
  const textOf = useErrorText()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const passkeys = usePasskeys()
  const own = useApiQuery('/api/passkey/list', {}, { isEnabled: hasPasskeys() }).data?.rows ?? []
  const isOffered = own.some(({ host }) => host === window.location.hostname)

  function submit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    void prove(() => client.post('/api/session/confirm', { body: { password } }))
  }

  const provePasskey = () =>
    prove(async () => {
      const asked = await client.post('/api/session/startConfirm', {})
      return client.post('/api/session/confirmWithPasskey', { body: await passkeys.sign(asked) })
    })

  async function prove(send: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await send()
      onAnswer(true)
    } catch (failure) {
      setError(textOf(failure))
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={isOffered ? t.proofTitlePasskey : t.proofTitle}
      size="sm"
      zIndex={350}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t.proofHint}</Text>
          <PasswordInput
            label={t.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
            autoComplete="current-password"
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => onAnswer(false)}>
              {cancel}
            </Button>
            {isOffered && (
              <Button variant="default" disabled={isBusy} onClick={provePasskey}>
                {t.proofPasskey}
              </Button>
            )}
            <Button type="submit" loading={isBusy}>
              {t.proofAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
