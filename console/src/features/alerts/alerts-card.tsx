// Who is told of what needs attention, by e-mail and chat, and when the report of the day before is sent.
import type { Schemas } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { limits } from '@carillon/client/limits'
import { Checkbox, Group, Select, Skeleton, Stack, TagsInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { SaveFooter } from '../../parts/forms/form-footer.tsx'
import { useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { alertsMessages } from './alerts.messages.ts'

type Settings = Schemas['NotificationSettings']
type Values = Pick<Settings, 'addresses' | 'chatUrls' | 'alerts' | 'language'> & { reportHour: string }

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour)
const NO_REPORT = 'none'

export function AlertsCard() {
  const t = useMessages(alertsMessages)
  const { data, error, refetch } = useApiQuery('/api/notification/settings', {})
  return (
    <Card title={t.title}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={420} />}
      {data && <AlertsForm current={data} />}
    </Card>
  )
}

const valuesOf = ({ addresses, chatUrls, alerts, language, reportHour }: Settings): Values => ({
  ...{ addresses, chatUrls, alerts, language },
  reportHour: reportHour === null ? NO_REPORT : String(reportHour),
})

/** One of a list has its place behind the name. */
function fieldOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const names = error.errors.map(({ field }) => field?.replace(/\[\d+\]$/, ''))
  return ['addresses', 'chatUrls', 'alerts'].find((field) => names.includes(field))
}

function AlertsForm({ current }: { current: Settings }) {
  const t = useMessages(alertsMessages)
  const notify = useNotify()
  const rightReason = useRightReason()('administer')
  const save = useApiMutation('/api/notification/settings')
  const form = useForm<Values>({ initialValues: valuesOf(current) })
  const { send, ...request } = useFormRequest(form, fieldOf)
  const { addresses, chatUrls } = limits.NotificationSettingsChange

  const submit = form.onSubmit(({ reportHour, ...values }) =>
    send(async () => {
      const hour = reportHour === NO_REPORT ? null : Number(reportHour)
      const saved = valuesOf(await save.mutateAsync({ body: { ...values, reportHour: hour } }))
      form.setInitialValues(saved)
      form.setValues(saved)
      notify.done(t.saved)
    }),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t.intro}</Text>
        <TagsInput
          label={t.addresses}
          description={current.canMail ? t.addressesHint : t.noMail}
          maxTags={addresses.maxItems}
          splitChars={[',', ';', ' ']}
          {...form.getInputProps('addresses')}
        />
        <TagsInput
          label={t.chatUrls}
          description={t.chatUrlsHint}
          maxTags={chatUrls.maxItems}
          splitChars={[' ']}
          {...form.getInputProps('chatUrls')}
        />
        <Checkbox.Group label={t.alerts} {...form.getInputProps('alerts')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(t.kinds).map(([kind, name]) => (
              <Checkbox key={kind} size="xs" value={kind} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <div className="field-row">
          <Select
            label={t.reportHour}
            allowDeselect={false}
            data={[
              { value: NO_REPORT, label: t.noReport },
              ...HOURS.map((hour) => ({ value: String(hour), label: t.hour(hour) })),
            ]}
            {...form.getInputProps('reportHour')}
          />
          <Select
            label={t.language}
            allowDeselect={false}
            data={Object.entries(t.languages).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('language')}
          />
        </div>
        <LastMessage current={current} />
        <Group align="flex-start" gap="xs">
          <SaveFooter {...request} action={t.save} disabledReason={rightReason} />
          <SendTest isAnybody={current.addresses.length + current.chatUrls.length > 0} />
        </Group>
      </Stack>
    </form>
  )
}

function LastMessage({ current: { sentTime, error, errorTime } }: { current: Settings }) {
  const t = useMessages(alertsMessages)
  const format = useFormat()
  return (
    <Text size="sm" c={error === null ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
      {error !== null
        ? t.failed(format.shortTime(errorTime), error)
        : sentTime === null
          ? t.sentNone
          : t.sent(format.shortTime(sentTime))}
    </Text>
  )
}

function SendTest({ isAnybody }: { isAnybody: boolean }) {
  const t = useMessages(alertsMessages)
  const format = useFormat()
  const notify = useNotify()
  const rightReason = useRightReason()('administer')
  const test = useApiMutation('/api/notification/test')
  async function send(): Promise<void> {
    try {
      const { rows } = await test.mutateAsync({})
      const failed = rows.flatMap(({ to, error }) => (error === null ? [] : [t.failure(to, error)]))
      if (failed.length === 0) notify.done(t.testDone(format.number(rows.length)))
      else notify.notAllDone(t.testFailed, failed, failed.length < rows.length)
    } catch (error) {
      notify.failed(error, 'sendTest')
    }
  }
  return (
    <ActionButton
      loading={test.isPending}
      disabledReason={rightReason ?? (isAnybody ? undefined : t.testNone)}
      onClick={send}
    >
      {t.test}
    </ActionButton>
  )
}
