import type { Schemas } from '@carillon/client'
import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { ExportMenu } from '../../parts/files/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { TableFooter } from '../../parts/tables/table-footer.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useSystem } from '../../session/use-system.ts'
import { EventList } from './event-list.tsx'
import { NumberActions } from './number-actions.tsx'
import { NumberFacts } from './number-facts.tsx'
import { NumberNotes } from './number-notes.tsx'
import { numbersMessages } from './numbers.messages.ts'
import { WaitingCalls } from './waiting-calls.tsx'
import { WithoutCountry } from './without-country.tsx'

/** Looks up a number. It is in the address, so that every phone number in the console can link here. */
export function NumbersPage() {
  const t = useMessages(numbersMessages)
  const client = useClient()
  const phoneNumber = useAddress().get('number')
  return (
    <>
      <PageHeader
        title={phoneNumber ?? t.title}
        actions={
          phoneNumber !== undefined && (
            <ExportMenu
              choices={[
                {
                  id: 'all',
                  of: [phoneNumber],
                  download: ({ format, ...style }) =>
                    client.download('/api/number/{phoneNumber}/history/export', {
                      params: {
                        path: { phoneNumber },
                        query: { ...style, format: format === 'excel' ? 'xlsx' : 'csv' },
                      },
                    }),
                },
              ]}
            />
          )
        }
      />
      <LookUp phoneNumber={phoneNumber ?? ''} />
      {phoneNumber === undefined ? (
        <EmptyState title={t.startTitle} hint={t.startHint} />
      ) : (
        <NumberHistory key={phoneNumber} phoneNumber={phoneNumber} />
      )}
    </>
  )
}

function LookUp({ phoneNumber }: { phoneNumber: string }) {
  const t = useMessages(numbersMessages)
  const address = useAddress()
  const [text, setText] = useState(phoneNumber)
  // A link to another number changes it from outside.
  useEffect(() => {
    setText(phoneNumber)
  }, [phoneNumber])
  const number = text.trim()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (number !== '') address.set({ number })
  }
  return (
    <form className="toolbar" onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="tel"
          aria-label={t.lookUp}
          placeholder={t.lookUp}
          w={220}
          maxLength={40}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{t.action}</Button>
      </Group>
    </form>
  )
}

function NumberHistory({ phoneNumber }: { phoneNumber: string }) {
  const t = useMessages(numbersMessages)
  const address = useAddress()
  const { data, error, refetch } = useApiQuery(
    '/api/number/{phoneNumber}/history',
    { params: { path: { phoneNumber }, query: address.page } },
    { keepsPrevious: true },
  )
  const names = [...new Set(data?.rows.flatMap(({ displayName }) => displayName ?? []))]
  if (error?.status === 400) return <EmptyState title={t.invalid} />
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <div className="page-scroll in-order">
      {names.length > 0 && (
        <Text fw={600} mb="xs">
          {names.join(t.comma)}
        </Text>
      )}
      {data && <HowItWasRead phoneNumber={phoneNumber} history={data} />}
      {data && <WithoutCountry lists={data.withoutCountry} />}
      {data && <NumberActions phoneNumber={phoneNumber} history={data} />}
      {data && <WaitingCalls phoneNumber={phoneNumber} />}
      {data && <NumberFacts phoneNumber={phoneNumber} summary={data.summary} />}
      {data && <NumberNotes phoneNumber={phoneNumber} />}
      {!data && <Skeleton h={240} aria-busy />}
      {data && (
        <div className="card in-order" style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
          {data.total === 0 && <EmptyState title={t.empty} hint={t.emptyHint} />}
          {data.total > 0 && (
            <>
              <EventList events={data.rows} />
              <TableFooter total={data.total} address={address} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

interface HowItWasReadProps {
  phoneNumber: string
  history: Pick<Schemas['NumberHistory'], 'internationalNumber' | 'otherSpelling'>
}

/** A number that names no country is one of the country of the service. */
function HowItWasRead({ phoneNumber, history: { internationalNumber, otherSpelling } }: HowItWasReadProps) {
  const t = useMessages(numbersMessages)
  const system = useSystem()
  const isAsWritten = phoneNumber.replace(/[^+\d]/g, '') === internationalNumber
  const isUnknown = internationalNumber === null && system?.defaultCountry === null
  if (isAsWritten || (internationalNumber === null && !isUnknown)) return null
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {internationalNumber === null ? t.noCountry(otherSpelling) : t.readAs(internationalNumber)}
    </Text>
  )
}
