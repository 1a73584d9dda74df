import { CALL_ENDINGS } from '@carillon/server/words/calls'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { SegmentedBar } from '../../parts/charts/segmented-bar.tsx'
import { endingTones, useEndingWords } from '../../parts/figures/call-endings.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import type { Overview } from './overview.ts'

type OverviewTask = Overview['tasks'][number]

/** What came of the calls of a task, as shares of all that it has to do: the rest of the track are people who are not done yet. */
export function OutcomeBar({ task }: { task: OverviewTask }) {
  const outcomes = useOutcomes(task)
  const { named } = useMessages(partsMessages)
  const label = outcomes.map(({ name, shown }) => named(name, shown)).join(', ')
  return (
    <div className="outcome-bar" title={label}>
      <SegmentedBar
        label={label}
        total={allOf(task)}
        segments={outcomes.map(({ name, tone, value }) => ({ label: name, tone, value }))}
      />
    </div>
  )
}

/** The five outcomes of its calls, with their words. */
export function useOutcomes({ endings, isConfirmation }: Pick<OverviewTask, 'endings' | 'isConfirmation'>) {
  const words = useEndingWords(isConfirmation)
  const format = useFormat()
  return CALL_ENDINGS.map((ending) => ({
    ending,
    name: words[ending],
    tone: endingTones[ending],
    value: endings[ending],
    shown: format.number(endings[ending]),
  }))
}

/** Each call that was made, and at least one for everybody who is not done. */
export function allOf({ callCount, contactCount, doneContacts }: OverviewTask): number {
  return callCount + Math.max(0, contactCount - doneContacts)
}
