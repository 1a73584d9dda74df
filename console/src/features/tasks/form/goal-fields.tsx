import { ActionIcon, Button, Group, Input, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMessages } from '../../../language/language-provider.tsx'
import { newGoalRow } from '../permission/goal-values.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { TaskFormValues } from './task-form-values.ts'

/** After how many successes the task completes, and how many of them with certain results. */
export function GoalFields({ form }: { form: UseFormReturnType<TaskFormValues> }) {
  const { form: t } = useMessages(permissionMessages)
  return (
    <Input.Wrapper size="xs" label={t.goal} description={t.goalHint} labelElement="div">
      <Stack gap="xs" mt="2xs">
        <NumberInput
          size="xs"
          aria-label={t.goalSuccesses}
          placeholder={t.goalSuccesses}
          min={1}
          allowDecimal={false}
          maw={220}
          {...form.getInputProps('goalSuccesses')}
        />
        {form.values.goalRows.map((row, index) => (
          <Group key={row.key} gap="xs" wrap="nowrap" align="flex-start">
            <NumberInput
              size="xs"
              aria-label={t.goalCount(index + 1)}
              placeholder={t.goalCountPlaceholder}
              min={1}
              allowDecimal={false}
              w={110}
              {...form.getInputProps(`goalRows.${index}.count`)}
            />
            <TextInput
              size="xs"
              aria-label={t.goalName(index + 1)}
              placeholder="result.region"
              flex={1}
              {...form.getInputProps(`goalRows.${index}.name`)}
            />
            <Text size="sm" pt="2xs">
              =
            </Text>
            <TextInput
              size="xs"
              aria-label={t.goalValue(index + 1)}
              placeholder={t.goalValuePlaceholder}
              flex={1}
              {...form.getInputProps(`goalRows.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t.goalRemove(index + 1)}
              onClick={() => form.removeListItem('goalRows', index)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('goalRows', newGoalRow())}
          >
            {t.goalAdd}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
