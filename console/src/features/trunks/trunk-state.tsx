import type { Schemas } from '@carillon/client'
import { outcomeSentence, type TrunkOutcomeFacts, trunkTestWords } from '@carillon/server/words/trunk-tests'
import { Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { trunkMessages } from './trunks.messages.ts'

export type Condition = Schemas['TrunkCondition']

export const stateTones: Record<Condition['state'], Tone> = {
  registered: 'good',
  reachable: 'good',
  heldBack: 'warn',
  down: 'bad',
  unknown: 'idle',
  off: 'idle',
}

/** Caller IDs that are not shown now, and why. */
function CallerIdNotes({ isAtDailyLimit, callerIds }: Pick<Condition, 'isAtDailyLimit' | 'callerIds'>) {
  const { callerIds: t } = useMessages(trunkMessages)
  const format = useFormat()
  const notes = callerIds.flatMap(({ callerId, restUntil, answerRate, poolAnswerRate }) =>
    restUntil === null
      ? []
      : [
          t.rests(callerId, format.dateTime(restUntil), {
            own: format.percent(answerRate ?? 0),
            others: format.percent(poolAnswerRate ?? 0),
          }),
        ],
  )
  return [...(isAtDailyLimit ? [t.atDailyLimit] : []), ...notes].map((note) => (
    <Text key={note} size="xs" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {note}
    </Text>
  ))
}

/** Whether calls can go out, and if not, why and what to change. */
export function TrunkState({ isOn, condition }: { isOn: boolean; condition: Condition | undefined }) {
  const { states } = useMessages(trunkTestWords)
  const { language } = useLanguage()
  const state = isOn ? (condition?.state ?? 'unknown') : 'off'
  const isDown = (state === 'down' || state === 'heldBack') && condition?.code != null
  return (
    <>
      <StatusBadge tone={stateTones[state]} isHollow={stateTones[state] === 'idle'}>
        {states[state]}
      </StatusBadge>
      {isDown && (
        <Text size="xs" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {outcomeSentence(condition.code ?? '', condition.facts as TrunkOutcomeFacts, language) ??
            condition.message}
        </Text>
      )}
      {isOn && condition && <CallerIdNotes {...condition} />}
    </>
  )
}
