import { limits } from '@carillon/client/limits'
import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { DataSourcesSelect } from '../../parts/data-sources-select.tsx'
import { type CountryCode, useCountryOptions } from '../../parts/forms/country-select.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { SecretValue } from '../../parts/secret-value.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { settingsMessages } from './settings.messages.ts'

type Scope = 'read' | 'write' | 'admin'

interface TokenFormValues {
  name: string
  scope: Scope
  expiry: string
  expiresInDays: number | string
  assistantMayCall: boolean
  mayListen: boolean
  /** Empty: no limit of its own. */
  maxCallsPerDay: number | string
  /** Empty: it sees all. */
  dataSourceIds: string[]
  /** Empty: all. */
  countries: CountryCode[]
  addresses: string[]
}

const scopes: Scope[] = ['read', 'write', 'admin']
const expiries = ['never', '30', '90', '365', 'other']
const fields = [
  'name',
  'scope',
  'expiresInDays',
  'maxCallsPerDay',
  'dataSourceIds',
  'countries',
  'addresses',
] as const

/** Creates a token and then shows it once. */
export function NewTokenDialog({ onClose }: { onClose(): void }) {
  const { newToken: t, tokens } = useMessages(settingsMessages)
  const rules = useFieldRules()
  const create = useApiMutation('/api/token/create')
  const { NewAccessToken } = limits
  const form = useForm<TokenFormValues>({
    initialValues: {
      ...{ name: '', scope: 'write', expiry: '90', expiresInDays: 180 },
      ...{ assistantMayCall: false, mayListen: false, maxCallsPerDay: '', dataSourceIds: [] },
      ...{ countries: [], addresses: [] },
    },
    validate: {
      name: rules.text(NewAccessToken.name),
      expiresInDays: (days, { expiry }) =>
        expiry === 'other' ? rules.integer(NewAccessToken.expiresInDays)(days) : null,
      maxCallsPerDay: (calls, { scope }) =>
        calls !== '' && scope !== 'read' ? rules.integer(NewAccessToken.maxCallsPerDay)(calls) : null,
    },
  })

  const countryOptions = useCountryOptions()
  const isOfProvider = useApiQuery('/api/session/me', {}).data?.signsInBy === 'provider'
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))

  const submit = form.onSubmit(
    ({ name, scope, expiry, expiresInDays, assistantMayCall, mayListen, ...values }) =>
      send(async () => {
        const days = expiry === 'other' ? expiresInDays : expiry
        const hasLimit = values.maxCallsPerDay !== '' && scope !== 'read'
        await create.mutateAsync({
          body: {
            ...{ name, scope, assistantMayCall: assistantMayCall && scope !== 'read' },
            mayListen: mayListen && scope !== 'read',
            ...(hasLimit && { maxCallsPerDay: Number(values.maxCallsPerDay) }),
            ...(isBound(values.dataSourceIds, scope) && { dataSourceIds: values.dataSourceIds }),
            ...(scope === 'write' && values.countries.length > 0 && { countries: values.countries }),
            ...(values.addresses.length > 0 && { addresses: values.addresses }),
            ...(expiry !== 'never' && { expiresInDays: Number(days) }),
          },
        })
      }),
  )

  const token = create.data?.token
  return (
    <FormDialog
      onClose={onClose}
      title={token === undefined ? t.title : t.createdTitle}
      isDirty={form.isDirty()}
      onSubmit={submit}
      {...request}
      action={t.create}
      result={token && <SecretValue label={t.token} value={token} note={t.once} onClose={onClose} />}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        withAsterisk
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t.scope} {...form.getInputProps('scope')}>
        <Stack gap="sm" mt="xs">
          {scopes.map((scope) => (
            <Radio key={scope} size="xs" value={scope} label={tokens.scopes[scope]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.scope !== 'read' && (
        <>
          <Checkbox
            size="xs"
            label={t.listen}
            description={t.listenHint}
            {...form.getInputProps('mayListen', { type: 'checkbox' })}
          />
          <Checkbox
            size="xs"
            label={t.assistant}
            description={t.assistantHint}
            {...form.getInputProps('assistantMayCall', { type: 'checkbox' })}
          />
          <NumberInput
            label={t.calls}
            description={t.callsHint}
            min={NewAccessToken.maxCallsPerDay.minimum}
            max={NewAccessToken.maxCallsPerDay.maximum}
            clampBehavior="none"
            allowDecimal={false}
            {...form.getInputProps('maxCallsPerDay')}
          />
        </>
      )}
      {form.values.scope === 'write' && (
        <MultiSelect
          label={t.countries}
          description={t.countriesHint}
          placeholder={form.values.countries.length === 0 ? t.allCountries : ''}
          searchable
          clearable
          data={countryOptions}
          {...form.getInputProps('countries')}
        />
      )}
      <TagsInput
        label={t.addresses}
        description={t.addressesHint}
        placeholder={form.values.addresses.length === 0 ? t.allAddresses : ''}
        clearable
        acceptValueOnBlur
        splitChars={[',', ' ', ';']}
        {...form.getInputProps('addresses')}
      />
      {form.values.scope !== 'admin' && (
        <DataSourcesSelect description={t.dataSourcesHint} {...form.getInputProps('dataSourceIds')} />
      )}
      <Select
        label={t.expiry}
        allowDeselect={false}
        data={expiries.map((value) => ({ value, label: t.expiries[value] ?? value }))}
        {...form.getInputProps('expiry')}
      />
      {form.values.expiry === 'other' && (
        <NumberInput
          label={t.days}
          min={NewAccessToken.expiresInDays.minimum}
          max={NewAccessToken.expiresInDays.maximum}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('expiresInDays')}
        />
      )}
      {isOfProvider && (
        <Text size="xs" c="dimmed">
          {t.pauses}
        </Text>
      )}
    </FormDialog>
  )
}

/** Whoever administers the service sees everything. */
const isBound = (ids: string[], scope: Scope) => ids.length > 0 && scope !== 'admin'
