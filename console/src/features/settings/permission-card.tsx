import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Alert, Group, NumberInput, Skeleton, Stack, Switch, TagsInput, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { readBudget } from '../../parts/forms/budget-text.ts'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { SaveFooter } from '../../parts/forms/form-footer.tsx'
import { useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { permissionMessages } from './permission.messages.ts'
import {
  fieldOfError,
  fromSettings,
  isPrefix,
  type PermissionValues,
  toSettings,
} from './permission-values.ts'

export function PermissionCard() {
  const t = useMessages(permissionMessages)
  const { data, error, refetch } = useApiQuery('/api/permission/settings', {})
  return (
    <Card title={t.title}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={240} />}
      {data && <PermissionForm current={data} />}
    </Card>
  )
}

function PermissionForm({ current }: { current: Schemas['PermissionSettings'] }) {
  const t = useMessages(permissionMessages)
  const notify = useNotify()
  const confirm = useConfirm()
  const rules = useFieldRules()
  const rightReason = useRightReason()('administer')
  const save = useApiMutation('/api/permission/settings')
  const { PermissionSettingsChange } = limits
  const budget =
    (field: 'attemptsPerDay' | 'attemptsPerMonth' | 'quietDays' | 'defaultAttemptsPerDay') =>
    (value: number | string) =>
      value === '' ? null : rules.integer(PermissionSettingsChange[field])(value)
  const prefixes = (values: string[]) => (values.every(isPrefix) ? null : t.prefixInvalid)
  const form = useForm<PermissionValues>({
    initialValues: fromSettings(current),
    validate: {
      attemptsPerDay: budget('attemptsPerDay'),
      attemptsPerMonth: budget('attemptsPerMonth'),
      budgets: (values) => (values.every(readBudget) ? null : t.budgetInvalid),
      quietDays: budget('quietDays'),
      defaultAttemptsPerDay: budget('defaultAttemptsPerDay'),
      allowedPrefixes: prefixes,
      deniedPrefixes: prefixes,
      allowedPremiumPrefixes: prefixes,
      minDigits: rules.integer(PermissionSettingsChange.minDigits),
      maxDigits: (value, { minDigits }) =>
        rules.integer(PermissionSettingsChange.maxDigits)(value) ??
        (Number(value) < Number(minDigits) ? t.digitsOrder : null),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldOfError)
  const isDirty = form.isDirty()
  const stored = JSON.stringify(current)
  // Shows changes made elsewhere, unless the form has unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the settings have changed
  useEffect(() => {
    if (!isDirty) show(current)
  }, [stored])
  function show(settings: typeof current): void {
    form.setInitialValues(fromSettings(settings))
    form.setValues(fromSettings(settings))
  }

  const submit = form.onSubmit((values) =>
    send(async () => {
      show(await save.mutateAsync({ body: toSettings(values) }))
      notify.done(t.saved)
    }),
  )

  async function allowEmergency(isAllowed: boolean): Promise<void> {
    if (isAllowed && !(await confirm({ ...t.emergencyQuestion, isDangerous: true }))) return
    form.setFieldValue('allowEmergencyNumbers', isAllowed)
  }

  const isReadOnly = rightReason !== undefined
  const numberInput = { clampBehavior: 'none', allowDecimal: false, miw: 180, readOnly: isReadOnly } as const
  const prefixInput = { size: 'xs', placeholder: t.prefixPlaceholder, readOnly: isReadOnly } as const
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.text}
        </Text>
        <div>
          <Title order={3} size="h2">
            {t.budget}
          </Title>
          <Text size="xs" c="dimmed" mb="xs">
            {t.budgetHint}
          </Text>
          <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
            {(['attemptsPerDay', 'attemptsPerMonth', 'quietDays'] as const).map((name) => (
              <NumberInput
                key={name}
                label={t[name]}
                placeholder={name === 'quietDays' ? t.noQuiet : t.noLimit}
                min={PermissionSettingsChange[name].minimum}
                max={PermissionSettingsChange[name].maximum}
                {...numberInput}
                {...form.getInputProps(name)}
              />
            ))}
          </Group>
          <TagsInput
            label={t.budgets}
            description={t.budgetsHint}
            size="xs"
            mt="sm"
            readOnly={isReadOnly}
            placeholder={t.budgetsPlaceholder}
            {...form.getInputProps('budgets')}
          />
          <NumberInput
            label={t.defaultAttemptsPerDay}
            description={t.defaultAttemptsHint}
            size="xs"
            mt="sm"
            placeholder={t.noLimit}
            min={PermissionSettingsChange.defaultAttemptsPerDay.minimum}
            max={PermissionSettingsChange.defaultAttemptsPerDay.maximum}
            {...numberInput}
            {...form.getInputProps('defaultAttemptsPerDay')}
          />
        </div>
        <Title order={3} size="h2">
          {t.destinations}
        </Title>
        <TagsInput
          label={t.allowedPrefixes}
          description={t.allowedHint}
          {...prefixInput}
          {...form.getInputProps('allowedPrefixes')}
        />
        <TagsInput
          label={t.deniedPrefixes}
          description={t.deniedHint}
          {...prefixInput}
          {...form.getInputProps('deniedPrefixes')}
        />
        <TagsInput
          label={t.premiumPrefixes}
          description={t.premiumHint}
          {...prefixInput}
          {...form.getInputProps('allowedPremiumPrefixes')}
        />
        <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
          <NumberInput label={t.minDigits} {...numberInput} {...form.getInputProps('minDigits')} />
          <NumberInput label={t.maxDigits} {...numberInput} {...form.getInputProps('maxDigits')} />
        </Group>
        <Switch
          label={t.emergency}
          description={t.emergencyHint}
          disabled={isReadOnly}
          checked={form.values.allowEmergencyNumbers}
          onChange={({ currentTarget }) => void allowEmergency(currentTarget.checked)}
        />
        {form.values.allowEmergencyNumbers && (
          <Alert
            color="red"
            variant="outline"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            role="alert"
          >
            {t.emergencyWarning}
          </Alert>
        )}
        <Title order={3} size="h2">
          {t.ownPhones}
        </Title>
        <TagsInput
          aria-label={t.ownPhones}
          description={t.ownPhonesHint}
          {...prefixInput}
          placeholder={t.ownPhonesPlaceholder}
          {...form.getInputProps('ownPhones')}
        />
        <Title order={3} size="h2">
          {t.transfers}
        </Title>
        <Text size="xs" c="dimmed">
          {t.transfersHint}
        </Text>
        <TagsInput
          label={t.transferHosts}
          {...prefixInput}
          placeholder={t.transferHostsPlaceholder}
          {...form.getInputProps('transferHosts')}
        />
        <TagsInput
          label={t.transferContexts}
          {...prefixInput}
          placeholder={t.transferContextsPlaceholder}
          {...form.getInputProps('transferContexts')}
        />
        <SaveFooter {...request} action={t.save} disabledReason={rightReason} />
      </Stack>
    </form>
  )
}
