import { Checkbox, Stack } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { operationsMessages } from '../../operations.messages.ts'
import { useCauseWords } from '../../use-cause-words.ts'
import { causesOf, type OutcomeGroup, type RecallChoice, withCauses } from '../recall-choice.ts'

interface CauseChoiceProps {
  groups: OutcomeGroup[]
  choice: RecallChoice
  onChange(choice: RecallChoice): void
}

/** A box per outcome, and one per cause below it, each with its number of contacts. */
export function CauseChoice({ groups, choice, onChange }: CauseChoiceProps) {
  const t = useMessages(operationsMessages)
  const words = useCauseWords()
  const format = useFormat()
  return (
    <Stack gap="xs" role="group" aria-label={t.byOutcome} pl="md">
      {groups.map((group) => {
        const { outcome, contacts, causes } = group
        const chosen = causesOf(choice, group)
        const isAll = choice[outcome] === 'all'
        const title = t.recallStates[outcome]
        return (
          <Stack key={outcome} gap="xs">
            <Checkbox
              size="xs"
              label={t.counted(title, format.number(contacts))}
              checked={isAll}
              indeterminate={!isAll && chosen.length > 0}
              onChange={() => onChange({ ...choice, [outcome]: isAll ? [] : 'all' })}
            />
            {causes.map(({ cause, contacts: count }) => (
              <Checkbox
                key={cause}
                size="xs"
                ml="lg"
                label={t.counted(words(cause), format.number(count))}
                aria-label={t.counted(`${title} – ${words(cause)}`, format.number(count))}
                checked={chosen.includes(cause)}
                onChange={({ currentTarget }) =>
                  onChange(
                    withCauses(
                      choice,
                      group,
                      currentTarget.checked ? [...chosen, cause] : chosen.filter((each) => each !== cause),
                    ),
                  )
                }
              />
            ))}
          </Stack>
        )
      })}
    </Stack>
  )
}
