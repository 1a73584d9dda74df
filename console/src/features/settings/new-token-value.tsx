import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { settingsMessages } from './settings.messages.ts'

export function NewTokenValue({ token, onClose }: { token: string; onClose(): void }) {
  const { newToken: t } = useMessages(settingsMessages)
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    field.current?.select()
    // Browsers allow the Clipboard API only with TLS or on localhost; execCommand works everywhere.
    const isDone = await (
      navigator.clipboard?.writeText(token).then(() => true) ?? Promise.resolve(false)
    ).catch(() => false)
    setCopied(isDone || document.execCommand('copy'))
  }

  return (
    <Stack gap="sm">
      <Text size="sm">{t.once}</Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          ref={field}
          label={t.token}
          readOnly
          flex={1}
          value={token}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          data-autofocus
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          <span aria-live="polite">{isCopied ? t.copied : t.copy}</span>
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.close}</Button>
      </Group>
    </Stack>
  )
}
