// Gives a list its country where numbers without one are met: on the page of a number, and before a task is published.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useApiMutation } from '../../session/api-hooks.ts'
import { partsMessages } from '../parts.messages.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type CountryCode, CountrySelect } from './country-select.tsx'

interface ListCountryDialogProps {
  dataSourceId: string
  dataSourceName: string
  /** What is suggested. */
  likelyCountry?: string | null
  onClose(): void
}

export function ListCountryDialog({
  dataSourceId,
  dataSourceName,
  likelyCountry = null,
  onClose,
}: ListCountryDialogProps) {
  const t = useMessages(partsMessages).country.ofList
  const update = useApiMutation('/api/dataSource/update')
  const [country, setCountry] = useState(likelyCountry as CountryCode | null)

  return (
    <ActionDialog
      title={t.title(dataSourceName)}
      action={t.action}
      onClose={onClose}
      send={async () => {
        const { duplicateCount = 0 } = await update.mutateAsync({ body: { id: dataSourceId, country } })
        return duplicateCount > 0 ? t.doneWithDuplicates(duplicateCount) : t.done
      }}
    >
      <Text size="sm">{t.text}</Text>
      <CountrySelect value={country} onChange={setCountry} />
    </ActionDialog>
  )
}
