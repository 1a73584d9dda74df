import { Alert, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { trunkMessages } from './trunks.messages.ts'
import type { RiskyRule } from './use-risky-rules.ts'

/** Rules that can make an emergency number: numbers that become one are not called on the trunk. */
export function RiskyRules({ rules }: { rules: RiskyRule[] }) {
  const { form: t } = useMessages(trunkMessages)
  if (rules.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="alert" title={t.riskyRules}>
      {rules.map(({ rule, number }) => (
        <Text key={rule} size="sm">
          {t.riskyRule(rule + 1, number)}
        </Text>
      ))}
    </Alert>
  )
}
