// Which prefix rules can make an emergency number, asked a moment after each change.
import type { Schemas } from '@carillon/client'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/console-context.tsx'
import { sentRules, type TrunkValues } from './trunk-values.ts'

const DELAY_MS = 300

/** `rule`: its place, from 0. */
export interface RiskyRule {
  rule: number
  number: string
}

export function useRiskyRules(rules: TrunkValues['prefixRules']): RiskyRule[] {
  const client = useClient()
  const [settled] = useDebouncedValue(JSON.stringify(sentRules(rules)), DELAY_MS)
  // A rule that is not complete yet is refused, and is not warned of.
  const { data } = useQuery({
    enabled: rules.length > 0,
    retry: false,
    queryKey: ['/api/trunk/check', settled],
    queryFn: () => client.post('/api/trunk/check', { body: { prefixRules: JSON.parse(settled) } }),
    placeholderData: keepPreviousData,
  })
  return riskyRules(data?.warnings ?? []).filter(({ rule }) => rule < rules.length)
}

export function riskyRules(warnings: Schemas['CheckedTrunk']['warnings']): RiskyRule[] {
  return warnings.flatMap(({ rule, number }) =>
    rule === undefined || number === undefined ? [] : [{ rule, number }],
  )
}
