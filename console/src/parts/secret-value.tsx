import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'

interface SecretValueProps {
  label: string
  value: string
  /** That it is shown only once. */
  note: string
  onClose(): void
}

/** A secret that is shown once, to be copied. */
export function SecretValue({ label, value, note, onClose }: SecretValueProps) {
  const { secret: t } = useMessages(partsMessages)
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    field.current?.select()
    // Browsers allow the Clipboard API only with TLS or on localhost; execCommand works everywhere.
    const isDone = await (
      navigator.clipboard?.writeText(value).then(() => true) ?? Promise.resolve(false)
    ).catch(() => false)
    setCopied(isDone || document.execCommand('copy'))
  }

  return (
    <Stack gap="sm">
      <Text size="sm">{note}</Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          ref={field}
          label={label}
          readOnly
          flex={1}
          value={value}
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
