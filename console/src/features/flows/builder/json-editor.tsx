import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { GrowingTextarea } from '../../../parts/forms/growing-textarea.tsx'
import type { Flow } from '../flow.ts'
import { builderMessages } from './builder.messages.ts'
import { parseFlow } from './changes/parse-flow.ts'

interface JsonEditorProps {
  flow: Flow
  onChange(flow: Flow): void
}

/** The flow as text. Text that is no flow stays here, and the flow as it was. */
export function JsonEditor({ flow, onChange }: JsonEditorProps) {
  const { json: t } = useMessages(builderMessages)
  const [text, setText] = useState(() => JSON.stringify(flow, null, 2))
  const [isInvalid, setInvalid] = useState(false)
  function write(next: string): void {
    setText(next)
    const parsed = parseFlow(next)
    setInvalid(parsed === undefined)
    if (parsed) onChange(parsed)
  }
  return (
    <Stack gap="xs">
      <GrowingTextarea
        label={t.label}
        description={t.hint}
        minRows={8}
        maxRows={24}
        spellCheck={false}
        inputStyle={{ fontFamily: 'var(--mantine-font-family-monospace)' }}
        value={text}
        error={isInvalid && t.invalid}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
