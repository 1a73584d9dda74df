// The hours are those of the called person, and nobody can say where some of them are: the country of the list says it.
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { publishMessages } from './publish.messages.ts'

const ListCountryDialog = lazyPart(
  async () => (await import('../../../parts/forms/list-country-dialog.tsx')).ListCountryDialog,
)

export function CountryOffer({ dataSourceId }: { dataSourceId: string }) {
  const t = useMessages(publishMessages)
  const rightReason = useRightReason()('operate')
  const [isOpen, setOpen] = useState(false)
  const source = useApiQuery('/api/dataSource/detail/{id}', { params: { path: { id: dataSourceId } } }).data
  if (!source) return null
  return (
    <>
      <ActionButton size="xs" mt="xs" disabledReason={rightReason} onClick={() => setOpen(true)}>
        {t.setCountry}
      </ActionButton>
      {isOpen && (
        <ListCountryDialog
          dataSourceId={dataSourceId}
          dataSourceName={source.dataSourceName}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
