import { Input, SimpleGrid, TextInput } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'

const MAX_NAME = 40

/** What pressing each key means, in the words of the picture of the call. */
export function KeyNames({ step, onChange }: StepProps<'gather'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  const { keyNames = {}, keys = '', maxDigits = 1 } = step
  // Of input with several keys, none means something alone. Whoever accepts all keys has not said yet which of them count.
  const accepted = maxDigits === 1 ? [...keys].filter((key) => /[0-9*#]/.test(key)) : []
  const rows = [...new Set([...accepted, ...Object.keys(keyNames)])]
  if (rows.length === 0) return null
  return (
    <Input.Wrapper label={t.keyNames} description={t.keyNamesHint} labelElement="div">
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="2xs" mt="2xs">
        {rows.map((key) => (
          <TextInput
            key={key}
            aria-label={t.keyName(key)}
            leftSection={<b>{key}</b>}
            maxLength={MAX_NAME}
            value={keyNames[key] ?? ''}
            error={isWrong(`keyNames[${key}]`)}
            onChange={(event) => onChange({ keyNames: withName(keyNames, key, event.currentTarget.value) })}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  )
}

/** Without a name for the key if it is empty; undefined if none is left. */
export function withName(names: Record<string, string>, key: string, typed: string) {
  const { [key]: _before, ...others } = names
  const name = typed.trimStart()
  const renamed = name === '' ? others : { ...others, [key]: name }
  return Object.keys(renamed).length === 0 ? undefined : renamed
}
