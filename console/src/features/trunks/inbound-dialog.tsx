// What happens to people who call a caller ID of a trunk: what they hear, and how many may call at once.
import { limits } from '@carillon/client/limits'
import { Alert, Checkbox, NumberInput, SimpleGrid, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { CallCard } from '../flows/call-card.tsx'
import { type CallValues, noCall, toDraft, toFlow } from '../flows/flow-draft.ts'
import type { Trunk } from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'

interface InboundDialogProps {
  trunk: Trunk
  onClose(): void
}

interface InboundValues {
  isOn: boolean
  known: CallValues
  hasUnknown: boolean
  unknown: CallValues
  maxCalls: number | string
  callsPerCaller: number | string
}

type Flow = NonNullable<Trunk['inbound']>['flow']

const { maxCalls, callsPerCaller } = limits.NewTrunk.inbound.fields
const DEFAULTS = { maxCalls: maxCalls.default, callsPerCaller: callsPerCaller.default }
const number = { clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const

const callOf = (flow: Flow | null | undefined): CallValues => ({
  ...noCall,
  flow: flow ? toDraft(flow) : null,
})

export function InboundDialog({ trunk, onClose }: InboundDialogProps) {
  const { inbound: t } = useMessages(trunkMessages)
  const notify = useNotify()
  const update = useApiMutation('/api/trunk/update')
  const { inbound } = trunk
  const form = useForm<InboundValues>({
    initialValues: {
      ...{ ...DEFAULTS, ...inbound },
      isOn: inbound !== null,
      known: callOf(inbound?.flow),
      hasUnknown: Boolean(inbound?.unknownFlow),
      unknown: callOf(inbound?.unknownFlow),
    },
    validate: {
      known: ({ flow }, { isOn }) => (isOn && !flow ? t.missing : null),
      unknown: ({ flow }, { isOn, hasUnknown }) => (isOn && hasUnknown && !flow ? t.missing : null),
    },
  })
  const { isOn, known, hasUnknown, unknown } = form.values
  const { send, ...request } = useFormRequest(form, fieldAmong(['maxCalls', 'callsPerCaller']))
  const isDirty = form.isDirty()

  const submit = form.onSubmit((values) =>
    send(async () => {
      await update.mutateAsync({ body: { id: trunk.id, inbound: bodyOf(values) } })
      notify.done(t.saved)
      onClose()
    }),
  )

  const card = (field: 'known' | 'unknown', call: CallValues) => (
    <>
      <CallCard
        title={t[field]}
        call={call}
        onChange={(next) => form.setFieldValue(field, next)}
        dataSourceId=""
        hasRule={false}
      />
      {form.errors[field] && (
        <Text size="sm" c="red.8" role="alert">
          {form.errors[field]}
        </Text>
      )}
    </>
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.title(trunk.name)}
      size="xl"
      isDirty={isDirty}
      onSubmit={submit}
      {...request}
      failed="saveTrunk"
      action={t.save}
    >
      <Text size="sm">{t.hint}</Text>
      {trunk.callerIds.length === 0 && (
        <Alert color="yellow" variant="outline">
          {t.noCallerIds}
        </Alert>
      )}
      <Checkbox label={t.isOn} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      {isOn && (
        <>
          {card('known', known)}
          <Checkbox label={t.hasUnknown} {...form.getInputProps('hasUnknown', { type: 'checkbox' })} />
          {hasUnknown && card('unknown', unknown)}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <NumberInput label={t.maxCalls} {...number} {...form.getInputProps('maxCalls')} />
            <NumberInput label={t.callsPerCaller} {...number} {...form.getInputProps('callsPerCaller')} />
          </SimpleGrid>
        </>
      )}
    </FormDialog>
  )
}

function bodyOf({ isOn, known, hasUnknown, unknown, maxCalls, callsPerCaller }: InboundValues) {
  if (!isOn || !known.flow) return null
  return {
    flow: toFlow(known.flow),
    unknownFlow: hasUnknown && unknown.flow ? toFlow(unknown.flow) : null,
    maxCalls: Number(maxCalls),
    callsPerCaller: Number(callsPerCaller),
  }
}
