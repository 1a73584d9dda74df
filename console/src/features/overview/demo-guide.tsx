import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { demoMessages } from './demo.messages.ts'
import { useStartedDemo } from './use-demo.ts'

/** What happens in the demo campaign that was started in this browser. */
export function DemoGuide() {
  const t = useMessages(demoMessages)
  const [demo, setDemo] = useStartedDemo()
  if (!demo) return null
  const task = `/tasks/${demo.taskId}`
  const steps = [
    { title: t.watch, hint: t.watchHint, href: task },
    { title: t.contacts, hint: t.contactsHint, href: `${task}?tab=contacts` },
    { title: t.call, hint: t.callHint, href: `${task}?tab=call` },
    { title: t.list, hint: t.listHint, href: `/data-sources/${demo.dataSourceId}` },
    { title: t.own, hint: t.ownHint, href: '/data-sources?new=1' },
  ]
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-sm)' }}>
      <Card title={t.title}>
        <Group justify="space-between" mb="sm">
          <Text size="sm">{t.text}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setDemo(null)}>
            {t.hide}
          </Button>
        </Group>
        <ol className="steps">
          {steps.map(({ title, hint, href }) => (
            <li key={title}>
              <Anchor component={Link} href={href} fw={600} size="sm">
                {title}
              </Anchor>
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
