import { Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { type Flow, stepTypes } from '../flow.ts'
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
      <Textarea
        label={t.label}
        description={t.hint}
        autosize
        minRows={8}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
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
  const { id, type, cases } = (step ?? {}) as { id?: unknown; type?: string; cases?: unknown }
  const isKnown = typeof id === 'string' && stepTypes.some((each) => each === type)
  return isKnown && (type !== 'branch' || (Array.isArray(cases) && cases.every(isCase)))
}

function isCase(each: unknown): boolean {
  return typeof (each as { when?: unknown } | null)?.when === 'string'
}
