import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { ExportSuccessful } from '../../tasks/export-successful.tsx'
import { demoMessages } from './demo.messages.ts'
import { DEMO_STEPS, type Demo, type DemoStep, useStartedDemo, withStep } from './use-demo.ts'

/** What happens in the demo campaign that was started in this browser, and what it leaves behind. */
export function DemoGuide() {
  const [demo, setDemo] = useStartedDemo()
  return demo && <Guide demo={demo} onChange={setDemo} />
}

/** It leaves when it is hidden, and when each of its steps was followed. */
function Guide({ demo, onChange }: { demo: Demo; onChange(demo: Demo | null): void }) {
  const t = useMessages(demoMessages)
  const format = useFormat()
  const { data } = useApiQuery('/api/task/detail/{id}', { params: { path: { id: demo.taskId } } })
  const isOver = data?.status === TaskStatus.COMPLETED
  const confirmed = format.number(data?.successCount ?? 0)
  const task = `/tasks/${demo.taskId}`
  const places: Record<DemoStep, string> = {
    watch: task,
    contacts: `${task}?tab=contacts&contact-state=success`,
    call: `${task}?tab=call`,
    list: `/data-sources/${demo.dataSourceId}`,
    own: '/data-sources?new=1',
  }
  const steps = DEMO_STEPS.map((step) => ({ step, href: places[step] }))
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
      <Card title={isOver ? t.over(confirmed) : t.title}>
        <Group justify="space-between" mb="sm">
          <Text size="sm">{isOver ? t.overText : t.text}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {t.hide}
          </Button>
        </Group>
        <ol className="steps">
          {isOver && data && (
            <GuideStep hint={t.exportHint}>
              <ExportSuccessful
                taskId={demo.taskId}
                contacts={data.successCount}
                isConfirmation={data.isConfirmation}
              />
            </GuideStep>
          )}
          {steps.map(({ step, href }) => (
            <GuideStep key={step} hint={t[`${step}Hint`]}>
              <Anchor
                component={Link}
                href={href}
                fw={600}
                size="sm"
                onClick={() => onChange(withStep(demo, step))}
              >
                {t[step]}
              </Anchor>
              {demo.done?.includes(step) && (
                <IconCircleCheck size={16} color="var(--console-good)" aria-label={t.followed} role="img" />
              )}
            </GuideStep>
          ))}
        </ol>
      </Card>
    </div>
  )
}

function GuideStep({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li>
      <span className="demo-step">{children}</span>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </li>
  )
}
