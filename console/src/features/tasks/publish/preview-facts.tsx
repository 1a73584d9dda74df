import type { Schemas } from '@carillon/client'
import type { WarningFacts } from '@carillon/server/words/reason-facts'
import { warningWords } from '@carillon/server/words/reasons'
import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage, useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Figure, Figures } from '../../../parts/figures/figure.tsx'
import { TimeFigure } from '../../../parts/figures/time-figure.tsx'
import { denialMessages } from '../denial.messages.ts'
import { CountryOffer } from './country-offer.tsx'
import { publishMessages } from './publish.messages.ts'

type Preview = Schemas['TaskPreview']
type Warning = Preview['warnings'][number]

/** How many people are called, skipped and made to wait, and why; when it begins and ends; what to think of first. */
export function PreviewFacts({
  preview,
  dataSourceId,
}: {
  preview: Preview
  dataSourceId?: string | undefined
}) {
  const t = useMessages(publishMessages)
  const format = useFormat()
  const { contacts, assumptions } = preview
  return (
    <Stack gap="sm">
      <Warnings preview={preview} dataSourceId={dataSourceId} />
      <Figures>
        <Figure label={t.rung} value={format.number(contacts.rung)} />
        {contacts.waiting > 0 && <Figure label={t.waiting} value={format.number(contacts.waiting)} />}
        {contacts.countryUnknown > 0 && (
          <Figure label={t.countryUnknown} value={format.number(contacts.countryUnknown)} />
        )}
        {contacts.severalZones > 0 && (
          <Figure label={t.severalZones} value={format.number(contacts.severalZones)} />
        )}
        <Figure label={t.skipped} value={format.number(contacts.skipped)} />
        <TimeFigure label={t.first} timestamp={preview.firstCallTime} none={t.none} />
        <TimeFigure label={t.end} timestamp={preview.expectedEndTime} none={t.unknown} />
      </Figures>
      <Reasons title={t.whySkipped} rows={preview.skipped} />
      <Reasons title={t.whyWaiting} rows={preview.waiting} />
      <Text size="xs" c="dimmed">
        {preview.isEstimate &&
          `${t.estimate(format.number(preview.checkedContacts), format.number(contacts.total))} `}
        {preview.expectedEndTime !== null &&
          t.assumption(
            format.number(assumptions.lines),
            format.duration(Math.round(assumptions.secondsPerCall)),
          )}
      </Text>
    </Stack>
  )
}

const NAMED_TASKS = 3

interface WarningsProps {
  preview: Preview
  dataSourceId: string | undefined
}

function Warnings({ preview: { warnings, firstCallTime }, dataSourceId }: WarningsProps) {
  const t = useMessages(publishMessages)
  const { language } = useLanguage()
  const format = useFormat()
  if (warnings.length === 0) return null
  const sharing = warnings.filter(({ code }) => code === 'list_dialed_by_other')
  const others = sharing.length > 1 ? warnings.filter((warning) => !sharing.includes(warning)) : warnings
  const named = sharing.slice(0, NAMED_TASKS).map(({ taskName = '' }) => taskName)
  function textOf(warning: Warning): string {
    const { code, time, message } = warning
    if (code === 'end_before_done' && time !== undefined && firstCallTime !== null && time <= firstCallTime)
      return t.endBeforeFirst(format.dateTime(time))
    const words: ((facts: WarningFacts) => string) | undefined = warningWords[language][code]
    return words?.({ ...warning, time: time && format.dateTime(time) }) ?? message
  }
  return (
    <Alert
      color="yellow"
      variant="outline"
      title={t.warningsTitle}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <ul className="plain-list">
        {sharing.length > 1 && <li>{t.sharedList(named, sharing.length > named.length)}</li>}
        {others.map((warning) => (
          <li key={`${warning.code} ${warning.taskId ?? ''}`}>{textOf(warning)}</li>
        ))}
      </ul>
      {dataSourceId !== undefined && warnings.some(({ code }) => code === 'country_unknown') && (
        <CountryOffer dataSourceId={dataSourceId} />
      )}
    </Alert>
  )
}

interface ReasonRow {
  reason: string
  contacts: number
  firstTime?: string
}

function Reasons({ title, rows }: { title: string; rows: ReasonRow[] }) {
  const t = useMessages(publishMessages)
  const reasons = useMessages(denialMessages)
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section>
      <Title order={3} size="h2" mb="2xs">
        {title}
      </Title>
      <Stack gap="2xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map(({ reason, contacts, firstTime }) => (
          <Group key={reason} justify="space-between" component="li" wrap="nowrap" gap="sm">
            <Text size="sm">{reasons[reason] ?? reason}</Text>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {firstTime !== undefined && (
                <Text span size="xs" c="dimmed" mr="xs">
                  {t.from(format.shortTime(firstTime))}
                </Text>
              )}
              {format.number(contacts)}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
