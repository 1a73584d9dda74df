import { limits } from '@carillon/client/limits'
import {
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { MoreFields } from '../../parts/forms/more-fields.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { LimitFields, MoreTrunkFields } from './more-trunk-fields.tsx'
import { RiskyRules } from './risky-rules.tsx'
import { SimulatedChoice, type SimulatedTasks } from './simulated-choice.tsx'
import { readSipAddress } from './sip-address.ts'
import {
  bodyOf,
  isOfConsole,
  limitsOf,
  type Trunk,
  type TrunkForm,
  type TrunkPreset,
  type TrunkValues,
  valuesOf,
} from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'
import { type RiskyRule, riskyRules, useRiskyRules } from './use-risky-rules.ts'
import { useSimulatedTasks } from './use-simulated-tasks.ts'

interface TrunkDialogProps {
  /** The trunk to edit; undefined to add one. */
  trunk: Trunk | undefined
  onClose(): void
}

const FIRST_PRESET = 'registered'
const mainFields = ['name', 'host', 'username', 'password', 'callerIds'] as const
const moreFields = [
  ...(['transport', 'port', 'registers', 'fromUser', 'fromDomain', 'sendsIdentity', 'codecs'] as const),
  ...(['authName', 'outboundProxy', 'sendsOptions', 'sendsRemotePartyId', 'hidesCallerId'] as const),
  ...(['srtp', 'keys', 'prefixRules'] as const),
  ...(['numberForm', 'lines', 'callsPerSecond', 'priority', 'callerIdDailyLimit', 'nodes'] as const),
]

export function TrunkDialog({ trunk, onClose }: TrunkDialogProps) {
  const { form: t } = useMessages(trunkMessages)
  const notify = useNotify()
  const rules = useFieldRules()
  const add = useApiMutation('/api/trunk/add')
  const update = useApiMutation('/api/trunk/update')
  const form = useForm<TrunkValues>({
    initialValues: { ...valuesOf(trunk), ...(!trunk && { registers: true }) },
    validate: {
      name: rules.text(limits.NewTrunk.name),
      host: rules.text({ ...limits.NewTrunk.host, isRequired: true }),
    },
  })
  const [risky, setRisky] = useState<RiskyRule[]>()
  const warned = useRiskyRules(form.values.prefixRules)
  const presets = usePresets(trunk === undefined)
  const simulated = useSimulatedTasks()
  const [simulatedTasks, setSimulatedTasks] = useState<SimulatedTasks>('pause')
  const isFirst = simulated.total > 0 && form.values.isEnabled && !trunk?.isEnabled
  const [presetId, setPresetId] = useState<string>(FIRST_PRESET)
  const preset = presets.find(({ id }) => id === presetId)
  const { send, ...request } = useFormRequest(form, fieldAmong([...mainFields, ...moreFields]))
  const isFaulty = moreFields.some((field) => form.errors[field] !== undefined)

  function choose(id: string): void {
    setPresetId(id)
    form.setValues(presets.find((each) => each.id === id)?.settings ?? {})
  }

  const submit = form.onSubmit((entered) =>
    send(async () => {
      const values = { ...entered, ...readSipAddress(entered.host) }
      const change = trunk && !isOfConsole(trunk) ? limitsOf(values) : bodyOf(values, preset)
      const saved = trunk
        ? await update.mutateAsync({ body: { id: trunk.id, ...change, simulatedTasks } })
        : await add.mutateAsync({ body: { ...bodyOf(values, preset), simulatedTasks } })
      notify.done(trunk ? t.saved : t.created)
      if (saved.warnings.some(({ code }) => code === 'default_budget')) notify.done(t.defaultBudget)
      const unseen = riskyRules(saved.warnings).filter(
        ({ rule }) => !warned.some((each) => each.rule === rule),
      )
      if (unseen.length === 0) onClose()
      else setRisky(unseen)
    }),
  )

  const asksForAccount = trunk !== undefined || preset === undefined || preset.asksFor.includes('username')
  const account = <AccountFields form={form} hasPassword={trunk?.hasPassword ?? false} />
  return (
    <FormDialog
      onClose={onClose}
      title={trunk ? t.titleEdit : t.titleNew}
      size="lg"
      isDirty={form.isDirty()}
      onSubmit={submit}
      {...request}
      failed="saveTrunk"
      action={trunk ? t.save : t.create}
      {...(risky && { result: <SavedRiskyRules rules={risky} onClose={onClose} /> })}
    >
      {trunk && !isOfConsole(trunk) ? (
        <>
          <Text size="sm">{t.ofEnvironment}</Text>
          <LimitFields form={form} />
        </>
      ) : (
        <>
          {presets.length > 0 && <PresetChoice presets={presets} value={presetId} onChange={choose} />}
          <TextInput
            label={t.name}
            placeholder={t.namePlaceholder}
            withAsterisk
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t.host}
            description={t.hostHint}
            placeholder="sip.example.com"
            withAsterisk
            required
            {...form.getInputProps('host')}
            onBlur={(event) => form.setValues(readSipAddress(event.currentTarget.value))}
          />
          {asksForAccount && account}
          <TagsInput
            label={t.callerIds}
            description={t.callerIdsHint}
            placeholder={form.values.callerIds.length === 0 ? '+4930901820' : ''}
            clearable
            acceptValueOnBlur
            {...form.getInputProps('callerIds')}
          />
          <MoreFields words={t} isNeeded={isFaulty}>
            {!asksForAccount && account}
            <MoreTrunkFields form={form} riskyRules={warned} />
          </MoreFields>
          {isFirst && <SimulatedChoice {...simulated} value={simulatedTasks} onChange={setSimulatedTasks} />}
        </>
      )}
    </FormDialog>
  )
}

/** The trunk was saved before the form could warn. */
function SavedRiskyRules({ rules, onClose }: { rules: RiskyRule[]; onClose(): void }) {
  const { form: t } = useMessages(trunkMessages)
  return (
    <Stack gap="sm">
      <Text size="sm">{t.saved}</Text>
      <RiskyRules rules={rules} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t.understood}
        </Button>
      </Group>
    </Stack>
  )
}

function usePresets(isNew: boolean): TrunkPreset[] {
  const { language } = useLanguage()
  const { data } = useApiQuery(
    '/api/trunk/presets',
    { params: { query: { language } } },
    { isEnabled: isNew },
  )
  return data?.rows ?? []
}

interface PresetChoiceProps {
  presets: TrunkPreset[]
  value: string
  onChange(id: string): void
}

function PresetChoice({ presets, value, onChange }: PresetChoiceProps) {
  const { form: t } = useMessages(trunkMessages)
  const labels: Readonly<Record<string, string>> = t.presets
  return (
    <Radio.Group label={t.preset} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {presets.map(({ id, name, description }) => (
          <Radio
            key={id}
            size="xs"
            value={id}
            label={labels[id] ?? name}
            description={id === value ? description : undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function AccountFields({ form, hasPassword }: { form: TrunkForm; hasPassword: boolean }) {
  const { form: t } = useMessages(trunkMessages)
  return (
    <>
      <TextInput label={t.username} autoComplete="off" {...form.getInputProps('username')} />
      <PasswordInput
        label={t.password}
        description={hasPassword ? t.passwordStored : undefined}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      {hasPassword && (
        <Checkbox
          label={t.removePassword}
          disabled={form.values.password !== ''}
          {...form.getInputProps('removesPassword', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
