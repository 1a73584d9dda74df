// One page for each topic, with an index beside it. On a phone the index is a page of its own, and comes first.
import './settings.css'
import { Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Settling } from '../../parts/settling.tsx'
import { useSystem } from '../../session/use-system.ts'
import { GatewayHealth } from '../overview/gateway-health.tsx'
import { CountryCard } from './country-card.tsx'
import { DisplayCard } from './display-card.tsx'
import { EveryoneCard } from './everyone-card.tsx'
import { RecordingsCard } from './recordings-card.tsx'
import { type SectionName, sectionNames, sectionPath, useSectionNames } from './sections.ts'
import { ServiceCard } from './service-card.tsx'
import { settingsMessages } from './settings.messages.ts'
import { TokensCard } from './tokens-card.tsx'

const TrunksCard = lazyPart(async () => (await import('../trunks/trunks-card.tsx')).TrunksCard, <Settling />)
const OwnPhonesCard = lazyPart(
  async () => (await import('../trunks/own-phones-card.tsx')).OwnPhonesCard,
  <Settling />,
)
const SpeechCard = lazyPart(async () => (await import('../audio/speech-card.tsx')).SpeechCard, <Settling />)
const WebhooksCard = lazyPart(
  async () => (await import('../webhooks/webhooks-card.tsx')).WebhooksCard,
  <Settling />,
)
const AlertsCard = lazyPart(async () => (await import('../alerts/alerts-card.tsx')).AlertsCard, <Settling />)
const PermissionCard = lazyPart(
  async () => (await import('./permission-card.tsx')).PermissionCard,
  <Settling />,
)
const LimitsCard = lazyPart(async () => (await import('./limits-card.tsx')).LimitsCard, <Settling />)
const ChangesCard = lazyPart(async () => (await import('./changes-card.tsx')).ChangesCard, <Settling />)
const RetentionCard = lazyPart(
  async () => (await import('../retention/retention-card.tsx')).RetentionCard,
  <Settling />,
)
const PeopleCard = lazyPart(async () => (await import('../people/people-card.tsx')).PeopleCard, <Settling />)
const AccountCard = lazyPart(async () => (await import('../people/account-card.tsx')).AccountCard)
const PasskeysCard = lazyPart(async () => (await import('../people/passkeys-card.tsx')).PasskeysCard)
const CalendarsCard = lazyPart(async () => (await import('./calendars-card.tsx')).CalendarsCard, <Settling />)

const cards: Record<SectionName, ComponentType[]> = {
  numbers: [PermissionCard, CountryCard, CalendarsCard],
  trunks: [TrunksCard, OwnPhonesCard, LimitsCard, SystemGateway],
  speech: [SpeechCard],
  recordings: [RecordingsCard],
  people: [PeopleCard, AccountCard, PasskeysCard],
  tokens: [TokensCard],
  webhooks: [WebhooksCard],
  alerts: [AlertsCard],
  system: [DisplayCard, EveryoneCard, SystemService, RetentionCard, ChangesCard],
}

export function SettingsPage({ params }: { params: Record<string, string | undefined> }) {
  const t = useMessages(settingsMessages)
  const offered = useSectionNames()
  const chosen = sectionNames.find((name) => name === params['section'])
  // Beside the index there is always a topic.
  const shown = chosen ?? sectionNames[0]
  return (
    <>
      <PageHeader
        title={chosen ? t.sections[chosen] : t.title}
        isBackOnPhonesOnly
        {...(chosen && { backTo: '/settings' })}
      />
      <div className="settings" data-chosen={chosen}>
        <nav className="settings-index" aria-label={t.index}>
          {offered.map((name) => (
            <Link
              key={name}
              href={sectionPath(name)}
              aria-current={name === shown ? 'page' : undefined}
              data-chosen={name === chosen || undefined}
            >
              <Text span size="sm" fw={500}>
                {t.sections[name]}
              </Text>
              <Text span size="xs" c="dimmed">
                {t.hints[name]}
              </Text>
            </Link>
          ))}
        </nav>
        <div className="page-scroll settings-content in-order" key={shown}>
          {cards[shown].map((Part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change
            <Part key={index} />
          ))}
        </div>
      </div>
    </>
  )
}

function SystemGateway() {
  const system = useSystem()
  return system ? <GatewayHealth system={system} /> : <Settling />
}

function SystemService() {
  const system = useSystem()
  return system ? <ServiceCard system={system} /> : <Settling />
}
