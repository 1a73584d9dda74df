import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { GrowingTextarea, type GrowingTextareaProps } from '../../../../parts/forms/growing-textarea.tsx'
import { builderMessages } from '../builder.messages.ts'
import { useBuilder } from '../builder-context.ts'

interface SpokenTextProps extends Omit<GrowingTextareaProps, 'value' | 'onChange'> {
  value: string | undefined
  onChange(text: string): void
}

const MAX_CHIPS = 12

/** A text with buttons that insert a field of the contact where the cursor is. */
export function SpokenText({ value = '', onChange, ...rest }: SpokenTextProps) {
  const t = useMessages(builderMessages)
  const { fieldNames } = useBuilder()
  const area = useRef<HTMLTextAreaElement>(null)
  function insert(name: string): void {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = area.current ?? {}
    const place = `{{${name}}}`
    onChange(value.slice(0, from) + place + value.slice(to))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + place.length, from + place.length)
    })
  }
  return (
    <div>
      <GrowingTextarea
        ref={area}
        minRows={2}
        maxRows={10}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fieldNames.length > 0 && (
        <Group gap="2xs" mt="2xs" role="group" aria-label={t.insert}>
          <Text size="xs" c="dimmed">
            {t.insert}
          </Text>
          {fieldNames.slice(0, MAX_CHIPS).map((name) => (
            <UnstyledButton key={name} aria-label={t.insertField(name)} onClick={() => insert(name)}>
              <Badge variant="default" size="sm" tt="none" fw={500} style={{ cursor: 'pointer' }}>
                {name}
              </Badge>
            </UnstyledButton>
          ))}
        </Group>
      )}
    </div>
  )
}
