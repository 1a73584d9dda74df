import { limits } from '@carillon/client/limits'
import { NumberInput, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMessages } from '../../../language/language-provider.tsx'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { TaskFormValues } from './task-form-values.ts'

/** Where the task is stricter than the service: how often one number is called, and what its person must have agreed to. */
export function LimitFields({ form }: { form: UseFormReturnType<TaskFormValues> }) {
  const { form: t } = useMessages(permissionMessages)
  return (
    <>
      <TagsInput
        size="xs"
        label={t.budgets}
        description={t.budgetsHint}
        placeholder={form.values.budgets.length === 0 ? t.budgetsPlaceholder : ''}
        clearable
        acceptValueOnBlur
        {...form.getInputProps('budgets')}
      />
      <NumberInput
        size="xs"
        label={t.quietDays}
        placeholder={t.quietPlaceholder}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('quietDays')}
      />
      <TextInput
        size="xs"
        label={t.caseField}
        description={t.caseFieldHint}
        placeholder={t.caseFieldPlaceholder}
        maxLength={limits.NewTask.caseField.maxLength}
        {...form.getInputProps('caseField')}
      />
      {form.values.caseField.trim() !== '' && (
        <>
          <TagsInput
            size="xs"
            label={t.caseBudgets}
            description={t.caseBudgetsHint}
            placeholder={form.values.caseBudgets.length === 0 ? t.caseBudgetsPlaceholder : ''}
            clearable
            acceptValueOnBlur
            {...form.getInputProps('caseBudgets')}
          />
          <NumberInput
            size="xs"
            label={t.caseQuietDays}
            placeholder={t.caseQuietPlaceholder}
            clampBehavior="none"
            allowDecimal={false}
            {...form.getInputProps('caseQuietDays')}
          />
        </>
      )}
      <TextInput
        size="xs"
        label={t.needsConsent}
        description={t.needsConsentHint}
        placeholder={t.needsConsentPlaceholder}
        maxLength={limits.NewTask.needsConsent.maxLength}
        {...form.getInputProps('needsConsent')}
      />
    </>
  )
}
