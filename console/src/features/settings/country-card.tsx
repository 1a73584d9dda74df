// The country of phone numbers that name none, for the whole service.
import type { AnswerOf } from '@carillon/client'
import { Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { type CountryCode, CountrySelect, useCountryNames } from '../../parts/forms/country-select.tsx'
import { SaveFooter } from '../../parts/forms/form-footer.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { settingsMessages } from './settings.messages.ts'

type CountryOfService = AnswerOf<'get', '/api/system/country'>

export function CountryCard() {
  const { country: t } = useMessages(settingsMessages)
  const { data, error, refetch } = useApiQuery('/api/system/country', {})
  return (
    <Card title={t.title}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={90} />}
      {data && <CountryForm current={data} />}
    </Card>
  )
}

const setIn = ({ country, isSet }: CountryOfService) => (isSet ? (country as CountryCode) : null)

function CountryForm({ current }: { current: CountryOfService }) {
  const { country: t } = useMessages(settingsMessages)
  const notify = useNotify()
  const nameOf = useCountryNames()
  const rightReason = useRightReason()('administer')
  const save = useApiMutation('/api/system/country')
  const stored = setIn(current)
  const form = useForm({ initialValues: { country: stored } })
  const { send, ...request } = useFormRequest(form, fieldAmong(['country']))
  const isDirty = form.isDirty()
  // Shows changes made elsewhere, unless the form has unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the country has changed
  useEffect(() => {
    if (isDirty) return
    form.setInitialValues({ country: stored })
    form.setValues({ country: stored })
  }, [stored])

  const submit = form.onSubmit(({ country }) =>
    send(async () => {
      const saved = await save.mutateAsync({ body: { country } })
      form.setInitialValues({ country: setIn(saved) })
      form.setValues({ country: setIn(saved) })
      const { duplicateCount } = saved
      notify.done(duplicateCount > 0 ? t.savedWithDuplicates(duplicateCount) : t.saved)
    }),
  )

  const { environmentCountry } = current
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <CountrySelect
          description={t.hint}
          placeholder={environmentCountry ? t.asEnvironment(nameOf(environmentCountry)) : t.none}
          readOnly={rightReason !== undefined}
          value={form.values.country}
          onChange={(country) => form.setFieldValue('country', country)}
          error={form.errors['country']}
        />
        <SaveFooter {...request} action={t.save} disabledReason={rightReason} />
      </Stack>
    </form>
  )
}
