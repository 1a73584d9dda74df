// The latest conversations that took a way through the call, beside its picture: who it was, what came of it, and how it sounded.
import { ActionIcon, Anchor, CloseButton, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { IconMessages, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { ErrorState } from '../../../../parts/errors/error-state.tsx'
import { lazyDialog } from '../../../../parts/lazy-part.tsx'
import { namedNumber } from '../../../../parts/named-number.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import type { Call } from '../../call-columns.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { VerdictBadge } from '../../verdict-badge.tsx'
import { callsOfWay, hrefOfWay } from '../contacts/way-filter.ts'
import { pressedText } from './pressed-text.ts'
import { RecordingPlayer } from './recording/recording-player.tsx'

const CallDrawer = lazyDialog(async () => (await import('./call-drawer.tsx')).CallDrawer, {
  call: undefined,
})

const MAX_SHOWN = 5
const REFETCH_MS = 5000

interface LatestCallsProps {
  taskId: string
  taken: WayTaken
  version: number | undefined
  /** What the way means. */
  title: string
  isRunning: boolean
  onClose(): void
}

export function LatestCalls({ taskId, taken, version, title, isRunning, onClose }: LatestCallsProps) {
  const { latest: t } = useMessages(resultsMessages)
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [heard, setHeard] = useState<string>()
  /** With the list as it was then. */
  const [opened, setOpened] = useState<{ call: Call; calls: readonly Call[] }>()
  const query = { pageSize: MAX_SHOWN, ...callsOfWay(taken, version) }
  const { data, error, refetch } = useApiQuery(
    '/api/task/{id}/calls',
    { params: { path: { id: taskId }, query } },
    isRunning ? { refetchEveryMs: REFETCH_MS } : {},
  )
  useEffect(() => {
    panel.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      className="picture-panel latest-calls"
      aria-labelledby={id}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={3} id={id}>
          {title}
        </Title>
        <CloseButton size="sm" aria-label={t.close} onClick={onClose} />
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t.hint}{' '}
        <Anchor component={Link} href={hrefOfWay(taskId, taken, version)}>
          {t.contacts}
        </Anchor>
      </Text>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={160} />}
      {data?.rows.length === 0 && <Text size="sm">{t.none}</Text>}
      <ol className="latest-calls-list">
        {data?.rows.map((call) => (
          <LatestCall
            key={call.id}
            call={call}
            isHeard={heard === call.id}
            onHear={() => setHeard(heard === call.id ? undefined : call.id)}
            onOpen={() => setOpened({ call, calls: data.rows })}
          />
        ))}
      </ol>
      <CallDrawer
        call={opened?.call}
        calls={opened?.calls ?? []}
        onOpen={(call) => setOpened(opened && { ...opened, call })}
        onClose={() => setOpened(undefined)}
      />
    </aside>
  )
}

interface LatestCallProps {
  call: Call
  isHeard: boolean
  onHear(): void
  onOpen(): void
}

const FROM_THE_START = { seconds: 0 }

function LatestCall({ call, isHeard, onHear, onOpen }: LatestCallProps) {
  const { latest: t } = useMessages(resultsMessages)
  const format = useFormat()
  const { result } = call
  const name = namedNumber(call.displayName, call.phoneNumber)
  const recording = result?.recordings?.find(({ what }) => what === 'call') ?? result?.recordings?.[0]
  const pressed = pressedText(result)
  const tools = [
    ...(recording ? [[t.hear(name), IconPlayerPlay, onHear, isHeard] as const] : []),
    [t.open(name), IconMessages, onOpen, undefined] as const,
  ]
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className="latest-call-words">
          <Text size="sm" fw={600} truncate title={name}>
            {name}
          </Text>
          <Group gap="xs" c="dimmed">
            <span>{format.dateTime(call.startTime)}</span>
            <span>{format.duration(call.talkSeconds)}</span>
          </Group>
          <Group gap="xs">
            {result?.verdict && <VerdictBadge verdict={result.verdict.is} />}
            {pressed !== '' && <kbd>{pressed}</kbd>}
          </Group>
        </div>
        <Group gap={2} wrap="nowrap">
          {tools.map(([label, Icon, act, isOn]) => (
            <Tooltip key={label} label={label}>
              <ActionIcon variant="default" size="md" aria-label={label} aria-expanded={isOn} onClick={act}>
                <Icon size={15} />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      </Group>
      {isHeard && recording && (
        <RecordingPlayer id={recording.id} what={recording.what} place={FROM_THE_START} />
      )}
    </li>
  )
}
