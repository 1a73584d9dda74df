import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { SaveFooter } from '../../parts/forms/form-footer.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useSystem } from '../../session/use-system.ts'
import { settingsMessages } from './settings.messages.ts'

type DialerLimits = Schemas['DialerLimits']

export function LimitsCard() {
  const { limits: t } = useMessages(settingsMessages)
  const format = useFormat()
  const linesInUse = useSystem()?.linesInUse
  const { data, error, refetch } = useApiQuery('/api/dialer/limits', {})
  return (
    <Card
      title={t.title}
      beside={
        linesInUse !== undefined && (
          <Text size="xs" c="dimmed">
            {t.now(format.number(linesInUse))}
          </Text>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={90} />}
      {data && <LimitsForm current={data} />}
    </Card>
  )
}

const fields = ['lines', 'callsPerSecond'] as const

function LimitsForm({ current }: { current: DialerLimits }) {
  const { limits: t } = useMessages(settingsMessages)
  const notify = useNotify()
  const rules = useFieldRules()
  const rightReason = useRightReason()('administer')
  const save = useApiMutation('/api/dialer/limits')
  const { DialerLimitsChange } = limits
  const form = useForm<{ lines: number | string; callsPerSecond: number | string }>({
    initialValues: current,
    validate: {
      lines: rules.integer(DialerLimitsChange.lines),
      callsPerSecond: rules.integer(DialerLimitsChange.callsPerSecond),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))
  const isDirty = form.isDirty()
  // Shows changes made elsewhere, unless the form has unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the limits have changed
  useEffect(() => {
    if (isDirty) return
    form.setInitialValues(current)
    form.setValues(current)
  }, [current.lines, current.callsPerSecond])

  const submit = form.onSubmit(({ lines, callsPerSecond }) =>
    send(async () => {
      const saved = await save.mutateAsync({
        body: { lines: Number(lines), callsPerSecond: Number(callsPerSecond) },
      })
      form.setInitialValues(saved)
      form.setValues(saved)
      notify.done(t.saved)
    }),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <div className="field-row">
          {fields.map((name) => (
            <NumberInput
              key={name}
              label={t[name]}
              description={t[`${name}Hint`]}
              min={DialerLimitsChange[name].minimum}
              max={DialerLimitsChange[name].maximum}
              clampBehavior="none"
              allowDecimal={false}
              miw={180}
              readOnly={rightReason !== undefined}
              {...form.getInputProps(name)}
            />
          ))}
        </div>
        <SaveFooter {...request} action={t.save} disabledReason={rightReason} />
      </Stack>
    </form>
  )
}
