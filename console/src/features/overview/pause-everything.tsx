// Pause everything, with a reason, and resume exactly that: a button, and a line while such a pause holds.
import type { AnswerOf } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { pauseMessages } from './pause-everything.messages.ts'

const PauseDialog = lazyPart(
  async () => (await import('./pause-everything-dialog.tsx')).PauseEverythingDialog,
)

/** The command palette comes with `?pause=all`. */
export function PauseEverything() {
  const t = useMessages(pauseMessages)
  const format = useFormat()
  const address = useAddress()
  const rightReason = useRightReason()('operate')
  const tasks = useApiQuery('/api/overview', {}).data?.tasks
  const running = tasks?.filter(({ status }) => status === TaskStatus.RUNNING).length
  const reason = rightReason ?? (running === 0 ? t.nothingRuns : undefined)
  return (
    <>
      <ActionButton
        leftSection={<IconPlayerPause size={14} aria-hidden />}
        disabledReason={reason}
        onClick={() => address.set({ pause: 'all' })}
      >
        {t.action}
      </ActionButton>
      {address.get('pause') === 'all' && running !== undefined && reason === undefined && (
        <PauseDialog running={format.number(running)} onClose={() => address.set({ pause: undefined })} />
      )}
    </>
  )
}

type Pause = AnswerOf<'get', '/api/task/pauses'>['rows'][number]

/** A line for each pause that holds. */
export function PausedLines() {
  const { data } = useApiQuery('/api/task/pauses', {}, { refetchEveryMs: 5000 })
  return data?.rows.map((pause) => <PausedLine key={pause.id} pause={pause} />)
}

function PausedLine({ pause }: { pause: Pause }) {
  const t = useMessages(pauseMessages)
  const format = useFormat()
  const notify = useNotify()
  const rightReason = useRightReason()('operate')
  const resume = useApiMutation('/api/task/resumeAll')
  const count = format.number(pause.tasks.length)

  async function resumeThose(): Promise<void> {
    try {
      const { resumedCount, leftOut } = await resume.mutateAsync({ body: { id: pause.id } })
      const resumed = t.resumed(format.number(resumedCount))
      if (leftOut.length === 0) return notify.done(resumed)
      const reasons = leftOut.map(({ taskName, why }) => t[why](taskName))
      notify.notAllDone(t.leftOut(resumed, format.number(leftOut.length)), reasons, resumedCount > 0)
    } catch (error) {
      notify.failed(error, 'resumeAll')
    }
  }

  return (
    <div className="banner" style={{ '--banner-colour': 'var(--console-warn)' } as CSSProperties}>
      <IconPlayerPause size={16} aria-hidden style={{ flex: 'none', color: 'var(--banner-colour)' }} />
      <span style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        {t.line(pause.actor, count, format.shortTime(pause.time))}
        {pause.reason !== null && ` ${t.because(pause.reason)}`}
      </span>
      {rightReason === undefined && (
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={resume.isPending}
          onClick={resumeThose}
        >
          {t.resume(count)}
        </Button>
      )}
    </div>
  )
}
