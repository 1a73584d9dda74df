import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { GrowingTextarea } from '../../../parts/forms/growing-textarea.tsx'
import type { Flow } from '../flow.ts'
import { kindOf, stepTypes } from '../steps/steps.ts'
import { builderMessages } from './builder.messages.ts'

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

/** Enough of a flow that the form of it can be shown; the check says what else is wrong. */
function parseFlow(text: string): Flow | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const { steps } = (parsed ?? {}) as { steps?: unknown }
    if (!Array.isArray(steps) || !steps.every(isStep)) return undefined
    return parsed as Flow
  } catch {
    return undefined
  }
}

function isStep(step: unknown): boolean {
  const given = (step ?? {}) as Record<string, unknown>
  const type = stepTypes.find((each) => each === given['type'])
  return typeof given['id'] === 'string' && type !== undefined && (kindOf({ type }).canShow?.(given) ?? true)
}
