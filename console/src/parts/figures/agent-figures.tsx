import type { Schemas } from '@carillon/client'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../card.tsx'
import { type Fact, FactList } from '../fact-list.tsx'
import { agentFiguresMessages } from './agent-figures.messages.ts'

/** How quickly voice agents answer, and what they cost. */
export function AgentFigures({ agents }: { agents: Schemas['AgentFigures'] }) {
  const t = useMessages(agentFiguresMessages)
  const format = useFormat()
  const { calls, p50Seconds, p95Seconds, talkedOverCalls, silentCalls, costs } = agents
  const facts: Fact[] = [[t.calls, format.number(calls)]]
  if (p50Seconds !== null && p95Seconds !== null)
    facts.push([t.waits, t.waitsOf(format.number(p50Seconds, 2), format.number(p95Seconds, 2))])
  if (calls > 0) {
    const ofCalls = (count: number) => t.ofCalls(format.number(count), format.percent(count / calls))
    facts.push([t.talkedOver, ofCalls(talkedOverCalls)], [t.silent, ofCalls(silentCalls)])
  }
  return <Facts title={t.title} facts={[...facts, ...useCostFacts(costs)]} />
}

/** What the lines cost, by the prices of the trunks; nothing without prices. */
export function LineCosts({ costs }: { costs: Costs }) {
  const t = useMessages(agentFiguresMessages)
  const facts = useCostFacts(costs)
  return costs.length === 0 ? null : <Facts title={t.lineTitle} facts={facts} />
}

type Costs = Schemas['Report']['lineCosts']

function useCostFacts(costs: Costs): Fact[] {
  const t = useMessages(agentFiguresMessages)
  const format = useFormat()
  return costs.map(({ currency, amount, perCall, perSuccess }) => {
    const money = (value: number) => format.money(value, currency)
    const text =
      perSuccess === null
        ? t.costOf(money(amount), money(perCall))
        : t.costOfSuccess(money(amount), money(perCall), money(perSuccess))
    return [t.cost(currency), text]
  })
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Card title={title}>
      <FactList facts={facts} isNarrow />
    </Card>
  )
}
