// The settings of a trunk that few carriers need.
import { limits } from '@carillon/client/limits'
import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { RowEditor } from '../../parts/forms/row-editor.tsx'
import { RiskyRules } from './risky-rules.tsx'
import {
  CALLER_ID_CHOICES,
  CODECS,
  KEY_FORMS,
  NUMBER_FORMS,
  SRTP_CHOICES,
  TRANSPORTS,
  type TrunkForm,
} from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'
import type { RiskyRule } from './use-risky-rules.ts'

const number = { clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const
const columns = { base: 1, xs: 2 }

type Switched =
  | 'registers'
  | 'sendsOptions'
  | 'sendsIdentity'
  | 'sendsRemotePartyId'
  | 'hidesCallerId'
  | 'isEnabled'

export function MoreTrunkFields({ form, riskyRules }: { form: TrunkForm; riskyRules: RiskyRule[] }) {
  const { form: t } = useMessages(trunkMessages)
  const checkbox = (field: Switched) => form.getInputProps(field, { type: 'checkbox' })
  return (
    <>
      <SimpleGrid cols={columns} spacing="sm">
        <Select
          label={t.transport}
          allowDeselect={false}
          data={TRANSPORTS.map((value) => ({ value, label: value.toUpperCase() }))}
          {...form.getInputProps('transport')}
        />
        <NumberInput label={t.port} placeholder={t.portHint} {...number} {...form.getInputProps('port')} />
      </SimpleGrid>
      <SimpleGrid cols={columns} spacing="sm">
        <TextInput
          label={t.outboundProxy}
          placeholder="proxy.example.com:5080"
          autoComplete="off"
          {...form.getInputProps('outboundProxy')}
        />
        <TextInput
          label={t.authName}
          placeholder={t.authNameHint}
          autoComplete="off"
          {...form.getInputProps('authName')}
        />
      </SimpleGrid>
      <Checkbox label={t.registers} {...checkbox('registers')} />
      <Checkbox label={t.sendsOptions} description={t.sendsOptionsHint} {...checkbox('sendsOptions')} />
      <SimpleGrid cols={columns} spacing="sm">
        <TextInput label={t.fromUser} autoComplete="off" {...form.getInputProps('fromUser')} />
        <TextInput label={t.fromDomain} autoComplete="off" {...form.getInputProps('fromDomain')} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t.fromHint}
      </Text>
      <Checkbox label={t.sendsIdentity} {...checkbox('sendsIdentity')} />
      <Checkbox label={t.sendsRemotePartyId} {...checkbox('sendsRemotePartyId')} />
      <Checkbox label={t.hidesCallerId} description={t.hidesCallerIdHint} {...checkbox('hidesCallerId')} />
      <SimpleGrid cols={columns} spacing="sm">
        <Select
          label={t.srtp}
          allowDeselect={false}
          data={SRTP_CHOICES.map((value) => ({ value, label: t.srtpChoices[value || 'byTransport'] }))}
          {...form.getInputProps('srtp')}
        />
        <Select
          label={t.keys}
          allowDeselect={false}
          data={KEY_FORMS.map((value) => ({ value, label: t.keyForms[value] }))}
          {...form.getInputProps('keys')}
        />
      </SimpleGrid>
      <MultiSelect label={t.codecs} data={CODECS} hidePickedOptions {...form.getInputProps('codecs')} />
      <Select
        label={t.numberForm}
        allowDeselect={false}
        data={NUMBER_FORMS.map((value) => ({ value, label: t.numberForms[value] }))}
        {...form.getInputProps('numberForm')}
      />
      <PrefixRules form={form} />
      <RiskyRules rules={riskyRules} />
      <LimitFields form={form} />
      <TagsInput
        label={t.nodes}
        description={t.nodesHint}
        clearable
        acceptValueOnBlur
        {...form.getInputProps('nodes')}
      />
      <Checkbox label={t.isEnabled} {...checkbox('isEnabled')} />
    </>
  )
}

/** Those of every trunk, also of the one of the environment. */
export function LimitFields({ form }: { form: TrunkForm }) {
  const { form: t } = useMessages(trunkMessages)
  return (
    <>
      <SimpleGrid cols={columns} spacing="sm">
        <Select
          label={t.callerIdChoice}
          allowDeselect={false}
          data={CALLER_ID_CHOICES.map((value) => ({ value, label: t.callerIdChoices[value] }))}
          {...form.getInputProps('callerIdChoice')}
        />
        <NumberInput
          label={t.callerIdDailyLimit}
          placeholder={t.noLimit}
          {...number}
          {...form.getInputProps('callerIdDailyLimit')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t.callerIdHint}
      </Text>
      <SimpleGrid cols={columns} spacing="sm">
        <NumberInput label={t.lines} placeholder={t.noLimit} {...number} {...form.getInputProps('lines')} />
        <NumberInput
          label={t.callsPerSecond}
          placeholder={t.noLimit}
          {...number}
          {...form.getInputProps('callsPerSecond')}
        />
      </SimpleGrid>
      <NumberInput
        label={t.priority}
        description={t.priorityHint}
        min={limits.NewTrunk.priority.minimum}
        max={limits.NewTrunk.priority.maximum}
        {...number}
        {...form.getInputProps('priority')}
      />
      <Prices form={form} />
    </>
  )
}

function PrefixRules({ form }: { form: TrunkForm }) {
  const { form: t } = useMessages(trunkMessages)
  const place = (index: number, field: string) => form.getInputProps(`prefixRules.${index}.${field}`)
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t.prefixRules}
      </Text>
      <Text size="xs" c="dimmed">
        {t.prefixRulesHint}
      </Text>
      <RowEditor
        rows={form.values.prefixRules}
        addLabel={t.addRule}
        removeLabel={(_, index) => t.removeRule(index + 1)}
        onAdd={() =>
          form.insertListItem('prefixRules', { key: crypto.randomUUID(), match: '', strip: 0, add: '' })
        }
        onRemove={(index) => form.removeListItem('prefixRules', index)}
        inputs={(_, index) => (
          <>
            <TextInput
              aria-label={t.match(index + 1)}
              placeholder={t.ruleColumns.match}
              flex={1}
              miw={0}
              {...place(index, 'match')}
            />
            <NumberInput
              aria-label={t.strip(index + 1)}
              placeholder={t.ruleColumns.strip}
              w={80}
              {...number}
              {...place(index, 'strip')}
            />
            <TextInput
              aria-label={t.addPrefix(index + 1)}
              placeholder={t.ruleColumns.add}
              flex={1}
              miw={0}
              {...place(index, 'add')}
            />
          </>
        )}
      />
    </Stack>
  )
}

function Prices({ form }: { form: TrunkForm }) {
  const { form: t } = useMessages(trunkMessages)
  const place = (index: number, field: string) => form.getInputProps(`prices.${index}.${field}`)
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t.prices}
      </Text>
      <Text size="xs" c="dimmed">
        {t.pricesHint}
      </Text>
      <RowEditor
        rows={form.values.prices}
        addLabel={t.addPrice}
        removeLabel={(_, index) => t.removePrice(index + 1)}
        onAdd={() => form.insertListItem('prices', { key: crypto.randomUUID(), prefix: '', price: '' })}
        onRemove={(index) => form.removeListItem('prices', index)}
        inputs={(_, index) => (
          <>
            <TextInput
              aria-label={t.pricePrefix(index + 1)}
              placeholder={t.priceColumns.prefix}
              flex={1}
              miw={0}
              {...place(index, 'prefix')}
            />
            <NumberInput
              aria-label={t.price(index + 1)}
              placeholder={t.priceColumns.price}
              flex={1}
              miw={0}
              {...number}
              allowDecimal
              {...place(index, 'price')}
            />
          </>
        )}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label={t.currency}
          placeholder={t.currencyExample}
          maxLength={3}
          {...form.getInputProps('currency')}
        />
        <NumberInput label={t.billedFirst} {...number} {...form.getInputProps('billing.firstSeconds')} />
        <NumberInput label={t.billedStep} {...number} {...form.getInputProps('billing.stepSeconds')} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t.billingHint}
      </Text>
    </Stack>
  )
}
