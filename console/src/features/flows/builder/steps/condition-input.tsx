import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { type Comparison, firstComparison, newComparison, toCondition, toRows } from '../../conditions.ts'
import { valuesOfPath } from '../../flow.ts'
import { pathText } from '../../flow-texts.ts'
import { flowsMessages } from '../../flows.messages.ts'
import { pathsOf } from '../../steps/steps.ts'
import { builderMessages } from '../builder.messages.ts'
import { useBuilder } from '../builder-context.ts'

interface ConditionInputProps {
  /** Names the whole input to screen readers. */
  label: string
  value: string
  onChange(condition: string): void
  error?: boolean
}

/** A condition on the result, as rows such as `Keys at “confirm” is 1`. One that rows cannot show is a text. */
export function ConditionInput({ label, value, onChange, error = false }: ConditionInputProps) {
  const { condition: t } = useMessages(builderMessages)
  const { flow } = useBuilder()
  const found = toRows(value)
  if (!found) {
    return (
      <TextInput
        label={t.text}
        description={t.textHint}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const { rows, joint } = found
  const write = (next: Comparison[], how = joint) => onChange(toCondition({ rows: next, joint: how }))
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {rows.length > 1 && (
        <Select
          aria-label={t.joint}
          allowDeselect={false}
          w={160}
          data={[
            { value: 'and', label: t.and },
            { value: 'or', label: t.or },
          ]}
          value={joint}
          onChange={(next) => write(rows, next === 'or' ? 'or' : 'and')}
        />
      )}
      {rows.map((row, index) => (
        <ComparisonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
          key={index}
          row={row}
          error={error}
          onChange={(next) => write(rows.with(index, next))}
          onRemove={rows.length > 1 ? () => write(rows.toSpliced(index, 1)) : undefined}
        />
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={() => write([...rows, firstComparison(flow)])}
        >
          {t.add}
        </Button>
      </Group>
    </Stack>
  )
}

interface ComparisonRowProps {
  row: Comparison
  error: boolean
  onChange(row: Comparison): void
  onRemove: (() => void) | undefined
}

function ComparisonRow({ row, error, onChange, onRemove }: ComparisonRowProps) {
  const { condition: t } = useMessages(builderMessages)
  const words = useMessages(flowsMessages)
  const { flow } = useBuilder()
  const paths = [...new Set([...pathsOf(flow), row.path])]
  const values = valuesOfPath[row.path]
  return (
    <div className="comparison">
      <Select
        aria-label={t.what}
        allowDeselect={false}
        data={paths.map((path) => ({ value: path, label: pathText(path, words) }))}
        value={row.path}
        error={error}
        onChange={(path) => path && onChange(newComparison(path))}
      />
      <Select
        aria-label={t.operator}
        allowDeselect={false}
        data={[
          { value: 'is', label: t.is },
          { value: 'isNot', label: t.isNot },
        ]}
        value={row.isEqual ? 'is' : 'isNot'}
        onChange={(next) => onChange({ ...row, isEqual: next === 'is' })}
      />
      {values ? (
        <Select
          aria-label={t.value}
          allowDeselect={false}
          data={values.map((each) => ({ value: each, label: words.values[row.path]?.[each] ?? each }))}
          value={row.value}
          onChange={(next) => next && onChange({ ...row, value: next })}
        />
      ) : (
        <TextInput
          aria-label={t.value}
          placeholder={t.valuePlaceholder}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t.remove} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </div>
  )
}
