import { Group, Input, NumberInput, Select, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMessages } from '../../../language/language-provider.tsx'
import { RowEditor } from '../../../parts/forms/row-editor.tsx'
import { permissionMessages } from '../permission/permission.messages.ts'
import { newRetryRow, retryCauses, retryLimits, unitSeconds } from '../permission/retry-values.ts'
import { tasksMessages } from '../tasks.messages.ts'
import type { TaskFormValues } from './task-form-values.ts'

/** One row for each outcome that has a rule. */
export function RetryRulesInput({ form }: { form: UseFormReturnType<TaskFormValues> }) {
  const { form: t } = useMessages(permissionMessages)
  const { causes } = useMessages(tasksMessages)
  const rows = form.values.retryRows
  const used = new Set(rows.map(({ cause }) => cause))
  const nameOf = (cause: string) => causes[cause] ?? ''
  return (
    <Input.Wrapper label={t.retries} description={t.retriesHint} labelElement="div">
      <Stack gap="xs" mt="xs" role="group" aria-label={t.retries}>
        <RowEditor
          rows={rows}
          rowClass="retry-rule"
          addLabel={t.addRule}
          removeLabel={({ cause }) => t.removeRule(nameOf(cause))}
          onAdd={
            rows.length < retryCauses.length
              ? () => form.insertListItem('retryRows', newRetryRow())
              : undefined
          }
          onRemove={(index) => form.removeListItem('retryRows', index)}
          inputs={({ cause }, index) => {
            const name = nameOf(cause)
            const field = (part: string) => form.getInputProps(`retryRows.${index}.${part}`)
            return (
              <>
                <Select
                  aria-label={t.cause(index + 1)}
                  placeholder={t.causePlaceholder}
                  allowDeselect={false}
                  data={retryCauses
                    .filter((each) => each === cause || !used.has(each))
                    .map((each) => ({ value: each, label: causes[each] ?? each }))}
                  {...field('cause')}
                />
                <Group gap="2xs" wrap="nowrap" align="flex-start">
                  <NumberInput
                    aria-label={t.delay(name)}
                    placeholder={t.delayPlaceholder}
                    min={retryLimits.delay.minimum}
                    clampBehavior="none"
                    allowDecimal={false}
                    flex={1}
                    {...field('delay')}
                  />
                  <Select
                    aria-label={t.unit(name)}
                    allowDeselect={false}
                    w={96}
                    data={(Object.keys(unitSeconds) as (keyof typeof unitSeconds)[]).map((unit) => ({
                      value: unit,
                      label: t.units[unit],
                    }))}
                    {...field('unit')}
                  />
                </Group>
                <NumberInput
                  aria-label={t.count(name)}
                  placeholder={t.countPlaceholder}
                  min={retryLimits.count.minimum}
                  max={retryLimits.count.maximum}
                  clampBehavior="none"
                  allowDecimal={false}
                  {...field('count')}
                />
              </>
            )
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}
