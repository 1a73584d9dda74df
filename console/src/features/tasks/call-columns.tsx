import type { Schemas } from '@carillon/client'
import { Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { EndingBadge } from '../../parts/figures/ending-badge.tsx'
import { PhoneLink } from '../../parts/phone-link.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { pressedText } from './detail/calls/pressed-text.ts'
import { resultsMessages } from './results.messages.ts'
import { tasksMessages } from './tasks.messages.ts'
import { VerdictBadge } from './verdict-badge.tsx'

export type Call = Schemas['Call']

/** `onOpen` shows what came of a call; without it the column with it is left out. */
export function useCallColumns(onOpen?: (call: Call) => void, isConfirmation = false): Column<Call>[] {
  const { calls: t, causes } = useMessages(tasksMessages)
  const results = useMessages(resultsMessages)
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'phone',
        title: t.phone,
        cell: (call) => (
          <>
            <PhoneLink phoneNumber={call.phoneNumber} />
            {call.displayName !== undefined && (
              <span className="cell-name cell-time">{call.displayName}</span>
            )}
          </>
        ),
      },
      {
        id: 'ending',
        title: t.ending,
        cell: ({ ending }) => <EndingBadge ending={ending} isConfirmation={isConfirmation} />,
      },
      {
        id: 'cause',
        title: t.cause,
        cell: ({ cause, sipStatus }) => (
          <>
            {causes[cause] ?? cause}
            {sipStatus !== null && <span className="cell-name cell-time">SIP {sipStatus}</span>}
          </>
        ),
      },
      ...(onOpen ? [resultColumn(results, onOpen)] : []),
      {
        id: 'attempt',
        title: t.attempt,
        align: 'right',
        visibleFrom: 'lg',
        cell: (call) => t.attemptOf(String(call.round), String(call.attempt)),
      },
      {
        id: 'talk',
        title: t.talk,
        align: 'right',
        visibleFrom: 'lg',
        cell: (call) => (call.answerTime === null ? '–' : format.duration(call.talkSeconds)),
      },
      {
        id: 'start',
        title: t.start,
        cell: ({ startTime, callerId, trunkId, trunkName }) => (
          <>
            <span className="cell-time">{format.dateTime(startTime)}</span>
            {[t.callerId(callerId), t.trunk(trunkId, trunkName)]
              .filter((text) => text !== '')
              .map((text) => (
                <span key={text} className="cell-name cell-time" title={text}>
                  {text}
                </span>
              ))}
          </>
        ),
      },
    ],
    [t, causes, results, format, onOpen, isConfirmation],
  )
}

function resultColumn(t: typeof resultsMessages.en, onOpen: (call: Call) => void): Column<Call> {
  return {
    id: 'result',
    title: t.column,
    cell: (call) =>
      call.result && (
        <UnstyledButton c="var(--mantine-color-anchor)" fz="sm" onClick={() => onOpen(call)}>
          <VisuallyHidden>{t.open(call.phoneNumber)}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap">
            {call.result.verdict && <VerdictBadge verdict={call.result.verdict.is} />}
            <span>{pressedText(call.result) || '…'}</span>
          </Group>
        </UnstyledButton>
      ),
  }
}
