import { Button, Collapse, MultiSelect, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { Card } from '../../../parts/card.tsx'
import { type NamedRule, useCalendars, useDoNotCallLists } from '../permission/named-rules.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import { usePermissionSummary } from '../permission/permission-texts.ts'
import { GoalFields } from './goal-fields.tsx'
import { ScheduleFields, WindowFields } from './hours-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { type HoursValues, permissionFields, toPermission } from './permission-values.ts'
import { RetryRulesInput } from './retry-rules-input.tsx'
import { RouteFields } from './route-fields.tsx'
import type { TaskFormValues } from './task-form-values.ts'

type Form = UseFormReturnType<TaskFormValues>

/** Who may be called when. Closed at first, with a line on what is set; opens when something in it is wrong. */
export function PermissionCard({ form }: { form: Form }) {
  const t = useMessages(permissionMessages)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const summary = usePermissionSummary(toPermission(form.values))
  const hasError = Object.keys(form.errors).some((name) =>
    permissionFields.some((field) => name.startsWith(field)),
  )
  const isShown = isOpen || hasError
  const hours = {
    values: form.values,
    errors: form.errors,
    onChange: (change: Partial<HoursValues>) => {
      // One by one, so that the errors of other fields stay.
      for (const [name, value] of Object.entries(change)) form.setFieldValue(name, value)
    },
  }
  return (
    <Card
      title={t.title}
      beside={
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isShown)}
        >
          {isShown ? t.hide : t.show}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" aria-live="polite">
        {summary}
      </Text>
      <Collapse id={id} expanded={isShown} transitionDuration={0}>
        <Stack gap="sm" pt="sm">
          <WindowFields {...hours} />
          <ChosenRules form={form} />
          <LimitFields form={form} />
          <ScheduleFields {...hours} />
          <RetryRulesInput form={form} />
          <GoalFields values={form.values} errors={form.errors} onChange={form.setValues} />
          <RouteFields form={form} />
        </Stack>
      </Collapse>
    </Card>
  )
}

function ChosenRules({ form }: { form: Form }) {
  const { form: t } = useMessages(permissionMessages)
  return (
    <>
      <RuleSelect
        label={t.calendars}
        hint={t.calendarsHint}
        placeholder={t.calendarsPlaceholder}
        none={t.noCalendars}
        rules={useCalendars()}
        {...form.getInputProps('calendarIds')}
        value={form.values.calendarIds}
      />
      <RuleSelect
        label={t.lists}
        hint={t.listsHint}
        placeholder={t.listsPlaceholder}
        none={t.noLists}
        rules={useDoNotCallLists()}
        {...form.getInputProps('doNotCallListIds')}
        value={form.values.doNotCallListIds}
      />
    </>
  )
}

interface RuleSelectProps {
  label: string
  hint: string
  placeholder: string
  /** Shown when there is nothing to choose from. */
  none: string
  rules: NamedRule[] | undefined
  value: string[]
  onChange?(ids: string[]): void
  error?: unknown
}

/** Chooses among the rules that do not apply to every task; names those that do. */
function RuleSelect({ label, hint, placeholder, none, rules = [], value, onChange, error }: RuleSelectProps) {
  const { form: t, comma } = useMessages(permissionMessages)
  const always = rules.filter(({ isGlobal }) => isGlobal).map(({ name }) => name)
  const choices = rules
    .filter(({ id, isGlobal }) => !isGlobal || value.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div>
      <MultiSelect
        size="xs"
        label={label}
        description={hint}
        placeholder={value.length === 0 ? placeholder : ''}
        data={choices}
        value={value}
        onChange={(ids) => onChange?.(ids)}
        error={error as string | undefined}
        disabled={choices.length === 0}
        hidePickedOptions
        searchable
      />
      {always.length > 0 && (
        <Text size="xs" c="dimmed" mt="2xs">
          {t.alwaysOn(always.join(comma))}
        </Text>
      )}
      {choices.length === 0 && always.length === 0 && (
        <Text size="xs" c="dimmed" mt="2xs">
          {none}
        </Text>
      )}
    </div>
  )
}
