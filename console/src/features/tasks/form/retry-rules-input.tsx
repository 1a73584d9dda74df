import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMessages } from '../../../language/language-provider.tsx'
import { permissionMessages } from '../permission/permission.messages.ts'
import { MAX_COUNT, newRetryRow, retryCauses, unitSeconds } from '../permission/retry-values.ts'
import { tasksMessages } from '../tasks.messages.ts'
import type { TaskFormValues } from './task-form-values.ts'

/** One row for each outcome that has a rule. */
export function RetryRulesInput({ form }: { form: UseFormReturnType<TaskFormValues> }) {
  const { form: t } = useMessages(permissionMessages)
  const { causes } = useMessages(tasksMessages)
  const rows = form.values.retryRows
  const used = new Set(rows.map(({ cause }) => cause))
  return (
    <Input.Wrapper label={t.retries} description={t.retriesHint} labelElement="div">
      <Stack gap="xs" mt="xs" role="group" aria-label={t.retries}>
        {rows.map(({ key, cause }, index) => {
          const name = causes[cause] ?? ''
          const field = (part: string) => form.getInputProps(`retryRows.${index}.${part}`)
          return (
            <div key={key} className="retry-rule">
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
                  min={0}
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
                min={0}
                max={MAX_COUNT}
                clampBehavior="none"
                allowDecimal={false}
                {...field('count')}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                aria-label={t.removeRule(name)}
                onClick={() => form.removeListItem('retryRows', index)}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </div>
          )
        })}
        {rows.length < retryCauses.length && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.insertListItem('retryRows', newRetryRow())}
            >
              {t.addRule}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
