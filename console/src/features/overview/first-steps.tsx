import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useScopeReason } from '../../session/use-scope-reason.ts'
import { useSystem } from '../../session/use-system.ts'
import { demoMessages } from './demo.messages.ts'
import { overviewMessages } from './overview.messages.ts'
import { useDemoStart, useStartedDemo } from './use-demo.ts'

/** Guides new users to their first calls. Disappears when the first task has been published. */
export function FirstSteps() {
  const { start: t } = useMessages(overviewMessages)
  const page = { params: { query: { pageSize: 1 } } }
  const sources = useApiQuery('/api/dataSource/list', page).data
  const tasks = useApiQuery('/api/task/list', page).data
  const newest = tasks?.rows[0]
  if (!sources || !tasks || tasks.total > 1 || (newest && newest.startTime !== null)) return null
  const source = sources.rows[0]
  const steps = [
    { title: t.source, hint: t.sourceHint, href: '/data-sources', isDone: sources.total > 0 },
    {
      title: t.import,
      hint: t.importHint,
      href: source ? `/data-sources/${source.id}` : undefined,
      isDone: (source?.contactCount ?? 0) > 0,
    },
    { title: t.task, hint: t.taskHint, href: '/tasks/new', isDone: tasks.total > 0 },
    {
      title: t.publish,
      hint: t.publishHint,
      href: newest ? `/tasks/${newest.id}` : undefined,
      isDone: false,
    },
  ]
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-sm)' }}>
      <Card title={t.title}>
        <StartDemo />
        <Text size="sm" mb="sm">
          {t.text}
        </Text>
        <ol className="steps">
          {steps.map(({ title, hint, href, isDone }) => (
            <li key={title}>
              {href !== undefined && !isDone ? (
                <Anchor component={Link} href={href} fw={600} size="sm">
                  {title}
                </Anchor>
              ) : (
                <Text span fw={600} size="sm" c={isDone ? undefined : 'dimmed'}>
                  {title}
                  {isDone && (
                    <IconCircleCheck
                      size={15}
                      color="var(--console-good)"
                      style={{ verticalAlign: 'middle', marginLeft: 'var(--mantine-spacing-2xs)' }}
                      aria-label={t.done}
                    />
                  )}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}

/** Only where no real phone can ring. */
function StartDemo() {
  const t = useMessages(demoMessages)
  const [, setDemo] = useStartedDemo()
  const [, navigate] = useLocation()
  const { isStarting, start } = useDemoStart((demo) => {
    setDemo(demo)
    navigate(`/tasks/${demo.taskId}`)
  })
  const isSimulated = useSystem()?.gateway?.kind === 'simulator'
  const canWrite = useScopeReason()('write') === undefined
  if (!isSimulated || !canWrite) return null
  return (
    <Group gap="sm" mb="md" wrap="nowrap">
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={isStarting}
        onClick={start}
        style={{ flexShrink: 0 }}
      >
        {t.start}
      </Button>
      <Text size="xs" c="dimmed">
        {t.startHint}
      </Text>
    </Group>
  )
}
