import type { Schemas } from '@carillon/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { Sparkline } from '../../parts/charts/sparkline.tsx'
import { Figure, Figures } from '../../parts/figures/figure.tsx'
import { TREND_OPTIONS, TrendChange } from '../../parts/figures/trend-figure.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { denialMessages } from '../tasks/denial.messages.ts'
import { numbersMessages } from './numbers.messages.ts'

type Summary = Schemas['NumberSummary']

function useLimit() {
  const t = useMessages(numbersMessages)
  const format = useFormat()
  return (limit: number | null) => (limit === null ? t.noLimit : t.ofLimit(format.number(limit)))
}

/** The leading figure of the page. */
function AttemptsFigure({ phoneNumber, summary }: { phoneNumber: string; summary: Summary }) {
  const t = useMessages(numbersMessages)
  const format = useFormat()
  const limitOf = useLimit()
  const { data: trend } = useApiQuery(
    '/api/trend/number/{phoneNumber}',
    { params: { path: { phoneNumber }, query: { period: 'month' } } },
    TREND_OPTIONS,
  )
  return (
    <Figure
      isLeading
      label={t.lastMonth}
      value={format.number(summary.attemptsLastMonth)}
      note={
        <>
          {limitOf(summary.attemptsPerMonth)}
          {trend && (
            <>
              {' · '}
              <TrendChange trend={trend} period="month" />
            </>
          )}
        </>
      }
      beside={<Sparkline values={trend?.steps.map(({ count }) => count) ?? []} />}
    />
  )
}

/** What holds for the number now: whether it may be called, how often it was, and the lists it is on. */
export function NumberFacts({ phoneNumber, summary }: { phoneNumber: string; summary: Summary }) {
  const t = useMessages(numbersMessages)
  const reasons = useMessages(denialMessages)
  const format = useFormat()
  const { mayBeRung, reason, until, doNotCall } = summary
  const limitOf = useLimit()
  return (
    <>
      <Figures>
        <AttemptsFigure phoneNumber={phoneNumber} summary={summary} />
        <Figure
          label={reason === null ? t.now : (reasons[reason] ?? reason)}
          value={
            <StatusBadge tone={toneOf(summary)}>
              {mayBeRung ? t.may : until === null ? t.mayNot : t.mayFrom(format.shortTime(until))}
            </StatusBadge>
          }
        />
        <Figure
          label={t.lastDay}
          value={format.number(summary.attemptsLastDay)}
          note={limitOf(summary.attemptsPerDay)}
        />
        {summary.budgets
          .filter(({ days }) => days !== 1 && days !== 30)
          .map(({ days, attempts, used }) => (
            <Figure
              key={days}
              label={t.inDays(format.number(days))}
              value={format.number(used)}
              note={limitOf(attempts)}
            />
          ))}
      </Figures>
      {summary.consents.length > 0 && (
        <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
          <Card title={t.consents} isFlush>
            <ul className="rows">
              {summary.consents.map((consent) => (
                <ConsentEntry
                  key={`${consent.purpose} ${consent.givenTime} ${consent.wording}`}
                  consent={consent}
                />
              ))}
            </ul>
          </Card>
        </div>
      )}
      {doNotCall.length > 0 && (
        <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
          <Card title={t.lists} isFlush>
            {mayBeRung && (
              <Text size="sm" c="dimmed" px="sm" pt="xs">
                {t.mayOnly}
              </Text>
            )}
            <ul className="rows">
              {doNotCall.map((entry) => (
                <ListEntry key={`${entry.listId} ${entry.phoneNumber}`} entry={entry} />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </>
  )
}

function ConsentEntry({ consent }: { consent: Summary['consents'][number] }) {
  const t = useMessages(numbersMessages)
  const format = useFormat()
  const facts = [
    t.consentGiven(format.dateTime(consent.givenTime)),
    ...(consent.source === '' ? [] : [consent.source]),
    ...(consent.proof === '' ? [] : [consent.proof]),
    ...(consent.expireTime === null ? [] : [t.listUntil(format.dateTime(consent.expireTime))]),
  ]
  return (
    <li>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={500}>{consent.purpose}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(t.comma)}
        </Text>
        <Text size="sm">{consent.wording}</Text>
      </div>
    </li>
  )
}

function toneOf({ mayBeRung, until, doNotCall }: Summary) {
  if (mayBeRung) return doNotCall.length > 0 ? 'warn' : 'good'
  return until === null ? 'bad' : 'warn'
}

function ListEntry({ entry }: { entry: Summary['doNotCall'][number] }) {
  const t = useMessages(numbersMessages)
  const format = useFormat()
  const facts = [
    ...(entry.isOtherSpelling ? [t.spelledAs(entry.phoneNumber)] : []),
    ...(entry.isGlobal ? [t.global] : []),
    t.listEntry(format.dateTime(entry.createTime), entry.actor),
    ...(entry.expireTime === null ? [] : [t.listUntil(format.dateTime(entry.expireTime))]),
  ]
  return (
    <li>
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} href={`/do-not-call/${entry.listId}`} fw={500}>
          {entry.listName}
        </Anchor>
        <Text size="xs" c="dimmed">
          {facts.join(t.comma)}
        </Text>
        {entry.note !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {entry.note}
          </Text>
        )}
      </div>
    </li>
  )
}
