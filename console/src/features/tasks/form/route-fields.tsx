import { MultiSelect, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMessages } from '../../../language/language-provider.tsx'
import { useTrunks } from '../permission/named-rules.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { TaskFormValues } from './task-form-values.ts'

/** By which trunks the task calls, and which numbers it shows. Only where there are trunks. */
export function RouteFields({ form }: { form: UseFormReturnType<TaskFormValues> }) {
  const { form: t } = useMessages(permissionMessages)
  const trunks = useTrunks() ?? []
  const { trunkIds, callerIds } = form.values
  if (trunks.length === 0 && trunkIds.length === 0 && callerIds.length === 0) return null
  return (
    <>
      <MultiSelect
        size="xs"
        label={t.trunks}
        description={t.trunksHint}
        placeholder={trunkIds.length === 0 ? t.trunksPlaceholder : ''}
        data={trunks.map(({ id, name }) => ({ value: id, label: name }))}
        hidePickedOptions
        searchable
        {...form.getInputProps('trunkIds')}
      />
      <TagsInput
        size="xs"
        label={t.callerIds}
        description={t.callerIdsHint}
        placeholder={callerIds.length === 0 ? t.callerIdsPlaceholder : ''}
        clearable
        acceptValueOnBlur
        {...form.getInputProps('callerIds')}
      />
    </>
  )
}
