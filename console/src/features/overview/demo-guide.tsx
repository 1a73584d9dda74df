import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { ExportSuccessful } from '../tasks/export-successful.tsx'
import { demoMessages } from './demo.messages.ts'
import { type Demo, useStartedDemo } from './use-demo.ts'

/** What happens in the demo campaign that was started in this browser, and what it leaves behind. */
export function DemoGuide() {
  const [demo, setDemo] = useStartedDemo()
  return demo && <Guide demo={demo} onHide={() => setDemo(null)} />
}

function Guide({ demo, onHide }: { demo: Demo; onHide(): void }) {
  const t = useMessages(demoMessages)
  const format = useFormat()
  const { data } = useApiQuery('/api/task/detail/{id}', { params: { path: { id: demo.taskId } } })
  const isOver = data?.status === TaskStatus.COMPLETED
  const confirmed = format.number(data?.successCount ?? 0)
  const task = `/tasks/${demo.taskId}`
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-sm)' }}>
      <Card title={isOver ? t.over(confirmed) : t.title}>
        <Group justify="space-between" mb="sm">
          <Text size="sm">{isOver ? t.overText : t.text}</Text>
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
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
          <GuideStep hint={t.watchHint}>
            <StepLink href={task}>{t.watch}</StepLink>
          </GuideStep>
          <GuideStep hint={t.contactsHint}>
            <StepLink href={`${task}?tab=contacts&contact-state=success`}>{t.contacts}</StepLink>
          </GuideStep>
          <GuideStep hint={t.callHint}>
            <StepLink href={`${task}?tab=call`}>{t.call}</StepLink>
          </GuideStep>
          <GuideStep hint={t.listHint}>
            <StepLink href={`/data-sources/${demo.dataSourceId}`}>{t.list}</StepLink>
          </GuideStep>
          <GuideStep hint={t.ownHint}>
            <StepLink href="/data-sources?new=1">{t.own}</StepLink>
          </GuideStep>
        </ol>
      </Card>
    </div>
  )
}

function GuideStep({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </li>
  )
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} fw={600} size="sm">
      {children}
    </Anchor>
  )
}
