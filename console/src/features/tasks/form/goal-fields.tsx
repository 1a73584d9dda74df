import { Input, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { RowEditor } from '../../../parts/forms/row-editor.tsx'
import { type GoalRow, type GoalValues, newGoalRow } from '../permission/goal-values.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import { readNumber } from '../settings/interval-units.ts'

interface GoalFieldsProps {
  values: GoalValues
  /** By `goalSuccesses`, `goalRows.0.count` and so on. */
  errors: Readonly<Record<string, ReactNode>>
  onChange(changed: Partial<GoalValues>): void
}

/** After how many successes the task completes, and how many of them with certain results. */
export function GoalFields({ values: { goalSuccesses, goalRows }, errors, onChange }: GoalFieldsProps) {
  const { form: t } = useMessages(permissionMessages)
  const changeRow = (index: number, changed: Partial<GoalRow>) =>
    onChange({ goalRows: goalRows.map((row, each) => (each === index ? { ...row, ...changed } : row)) })
  const errorOf = (index: number, field: keyof GoalRow) => errors[`goalRows.${index}.${field}`] ?? null
  return (
    <Input.Wrapper size="xs" label={t.goal} description={t.goalHint} labelElement="div">
      <Stack gap="xs" mt="2xs">
        <TextInput
          size="xs"
          inputMode="numeric"
          aria-label={t.goalSuccesses}
          placeholder={t.goalSuccesses}
          maw={220}
          value={goalSuccesses}
          error={errors['goalSuccesses'] ?? null}
          onChange={({ currentTarget }) => onChange({ goalSuccesses: readNumber(currentTarget.value) })}
        />
        <RowEditor
          rows={goalRows}
          addLabel={t.goalAdd}
          removeLabel={(_, index) => t.goalRemove(index + 1)}
          onAdd={() => onChange({ goalRows: [...goalRows, newGoalRow()] })}
          onRemove={(index) => onChange({ goalRows: goalRows.filter((_, each) => each !== index) })}
          inputs={(row, index) => (
            <>
              <TextInput
                size="xs"
                inputMode="numeric"
                aria-label={t.goalCount(index + 1)}
                placeholder={t.goalCountPlaceholder}
                w={110}
                value={row.count}
                error={errorOf(index, 'count')}
                onChange={({ currentTarget }) => changeRow(index, { count: readNumber(currentTarget.value) })}
              />
              <TextInput
                size="xs"
                aria-label={t.goalName(index + 1)}
                placeholder="result.region"
                flex={1}
                value={row.name}
                error={errorOf(index, 'name')}
                onChange={({ currentTarget }) => changeRow(index, { name: currentTarget.value })}
              />
              <Text size="sm" pt="2xs">
                =
              </Text>
              <TextInput
                size="xs"
                aria-label={t.goalValue(index + 1)}
                placeholder={t.goalValuePlaceholder}
                flex={1}
                value={row.value}
                error={errorOf(index, 'value')}
                onChange={({ currentTarget }) => changeRow(index, { value: currentTarget.value })}
              />
            </>
          )}
        />
      </Stack>
    </Input.Wrapper>
  )
}
