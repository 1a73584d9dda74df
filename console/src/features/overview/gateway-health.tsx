import { Stack, Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { faultInWords } from '../../parts/errors/network-fault.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'

export function GatewayHealth({ system }: { system: System }) {
  const t = useMessages(overviewMessages)
  const { named, inBrackets } = useMessages(partsMessages)
  const { gateway, nodes, timeZone } = system
  const format = useFormat()
  const { language } = useLanguage()
  return (
    <Card title={t.gateway}>
      <Text size="sm">
        {t.gatewayKind} <strong>{t.kinds[gateway.kind] ?? gateway.kind}</strong>
      </Text>
      {nodes.length === 0 && <EmptyState title={t.noNodes} hint={t.noNodesHint} />}
      <Stack gap="xs" mt="sm" component="ul" p={0} aria-label={t.nodesLabel} style={{ listStyle: 'none' }}>
        {nodes.map((node) => (
          <li key={`${node.name} ${node.since}`}>
            <NodeState node={node} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {node.name}
            </Text>
            <Text size="xs" c="dimmed">
              {named(t.nodeSince, format.shortTime(node.since))} ·{' '}
              {named(t.nodeSeen, format.shortTime(node.lastSeen))}
            </Text>
            {node.gatewayFault !== null && (
              <Text size="xs" c="var(--console-bad)">
                {node.faultSince === null
                  ? faultInWords(node.gatewayFault, language)
                  : inBrackets(faultInWords(node.gatewayFault, language), format.shortTime(node.faultSince))}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="sm">
        {t.zone(timeZone)}
      </Text>
    </Card>
  )
}

function NodeState({ node }: { node: System['nodes'][number] }) {
  const t = useMessages(overviewMessages)
  if (!node.alive) return <StatusBadge tone="idle">{t.silent}</StatusBadge>
  if (node.gatewayFault !== null) return <StatusBadge tone="bad">{t.faulty}</StatusBadge>
  return <StatusBadge tone="good">{t.healthy}</StatusBadge>
}
