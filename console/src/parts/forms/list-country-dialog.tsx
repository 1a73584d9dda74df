// Gives a list its country where numbers without one are met: on the page of a number, and before a task is published.
import { Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useApiMutation } from '../../session/api-hooks.ts'
import { useNotify } from '../notify.ts'
import { partsMessages } from '../parts.messages.ts'
import { type CountryCode, CountrySelect } from './country-select.tsx'
import { FormDialog } from './form-dialog.tsx'

interface ListCountryDialogProps {
  isOpen: boolean
  dataSourceId: string
  dataSourceName: string
  /** What is suggested. */
  likelyCountry?: string | null
  onClose(): void
}

export function ListCountryDialog({
  isOpen,
  dataSourceId,
  dataSourceName,
  likelyCountry = null,
  onClose,
}: ListCountryDialogProps) {
  const t = useMessages(partsMessages).country.ofList
  const notify = useNotify()
  const update = useApiMutation('/api/dataSource/update')
  const [country, setCountry] = useState(likelyCountry as CountryCode | null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      const { duplicateCount = 0 } = await update.mutateAsync({ body: { id: dataSourceId, country } })
      notify.done(duplicateCount > 0 ? t.doneWithDuplicates(duplicateCount) : t.done)
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title(dataSourceName)}
      onSubmit={submit}
      error={update.error}
      action={t.action}
      isBusy={update.isPending}
    >
      <Text size="sm">{t.text}</Text>
      <CountrySelect value={country} onChange={setCountry} />
    </FormDialog>
  )
}
