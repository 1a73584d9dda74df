// The lists that have the number without a country. It may be this one or another one; the country of the list says which.
import type { Schemas } from '@carillon/client'
import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { numbersMessages } from './numbers.messages.ts'

const ListCountryDialog = lazyPart(
  async () => (await import('../../parts/forms/list-country-dialog.tsx')).ListCountryDialog,
)

type UnplacedNumber = Schemas['NumberHistory']['withoutCountry'][number]

export function WithoutCountry({ lists }: { lists: UnplacedNumber[] }) {
  const { withoutCountry: t } = useMessages(numbersMessages)
  const rightReason = useRightReason()('operate')
  const [open, setOpen] = useState<string>()
  if (lists.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" mb="sm" title={t.title}>
      <Text size="sm" mb="xs">
        {t.text}
      </Text>
      {lists.map(({ dataSourceId, dataSourceName, phoneNumber, likelyCountry }) => (
        <Group key={dataSourceId} gap="sm" mb="2xs">
          <Anchor component={Link} href={`/data-sources/${dataSourceId}`} size="sm">
            {t.asThis(dataSourceName, phoneNumber)}
          </Anchor>
          <ActionButton size="xs" disabledReason={rightReason} onClick={() => setOpen(dataSourceId)}>
            {t.action}
          </ActionButton>
          {open === dataSourceId && (
            <ListCountryDialog
              dataSourceId={dataSourceId}
              dataSourceName={dataSourceName}
              likelyCountry={likelyCountry}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Group>
      ))}
    </Alert>
  )
}
