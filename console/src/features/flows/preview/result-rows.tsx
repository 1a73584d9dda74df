import { Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { FactList } from '../../../parts/fact-list.tsx'
import { previewMessages } from './preview.messages.ts'

/** The part of a call's result that is shown here. */
export interface ShownResult {
  verdict?: { is: string }
  digits?: Record<string, string>
  fields?: Record<string, string>
  transfer?: { to: string; result: string }
  callbackTime?: string
}

/** What came of a call that was only tried. */
export function ResultRows({ result }: { result: ShownResult }) {
  const t = useMessages(previewMessages)
  const verdicts: Record<string, string> = t.verdicts
  const rows: [string, string][] = []
  if (result.verdict) rows.push([t.test.verdict, verdicts[result.verdict.is] ?? result.verdict.is])
  for (const [step, digits] of Object.entries(result.digits ?? {}))
    rows.push([t.resultDigits(step), digits || t.noDigits])
  rows.push(...Object.entries(result.fields ?? {}))
  if (result.callbackTime) rows.push([t.callbackTime, result.callbackTime])
  if (rows.length === 0) return null
  return (
    <section aria-label={t.result}>
      <Text size="sm" fw={600} mb="2xs">
        {t.result}
      </Text>
      <FactList facts={rows} isNarrow />
    </section>
  )
}
