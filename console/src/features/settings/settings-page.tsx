import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { useSystem } from '../../session/use-system.ts'
import { GatewayHealth } from '../overview/gateway-health.tsx'
import { CountryCard } from './country-card.tsx'
import { DisplayCard } from './display-card.tsx'
import { EveryoneCard } from './everyone-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ServiceCard } from './service-card.tsx'
import { settingsMessages } from './settings.messages.ts'
import { TokensCard } from './tokens-card.tsx'

const TrunksCard = lazyPart(async () => (await import('../trunks/trunks-card.tsx')).TrunksCard)
// Below the fold.
const OwnPhonesCard = lazyPart(async () => (await import('../trunks/own-phones-card.tsx')).OwnPhonesCard)
const WebhooksCard = lazyPart(async () => (await import('../webhooks/webhooks-card.tsx')).WebhooksCard)
const PermissionCard = lazyPart(async () => (await import('./permission-card.tsx')).PermissionCard)
const ChangesCard = lazyPart(async () => (await import('./changes-card.tsx')).ChangesCard)
const CalendarsCard = lazyPart(async () => (await import('./calendars-card.tsx')).CalendarsCard)

export function SettingsPage() {
  const t = useMessages(settingsMessages)
  const system = useSystem()
  return (
    <>
      <PageHeader title={t.title} />
      <div className="page-scroll">
        <div className="settings-columns">
          <div className="settings-column">
            <TrunksCard />
            <OwnPhonesCard />
            <TokensCard />
            <WebhooksCard />
            <LimitsCard />
            <CountryCard />
            <PermissionCard />
            <CalendarsCard />
            <ChangesCard />
            {system && <GatewayHealth system={system} />}
          </div>
          <div className="settings-column">
            <DisplayCard />
            <EveryoneCard />
            {system && <ServiceCard system={system} />}
          </div>
        </div>
      </div>
    </>
  )
}
