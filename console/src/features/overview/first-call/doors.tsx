import { Text, Title } from '@mantine/core'
import { IconCircleCheck, IconListDetails, IconPencil, IconPlugConnected } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useSystem } from '../../../session/use-system.ts'
import { firstCallMessages } from './first-call.messages.ts'

const FIRST = { params: { query: { pageSize: 1 } } }

/** The three things that own calls need. */
export function Doors() {
  const t = useMessages(firstCallMessages)
  const title = useId()
  const source = useApiQuery('/api/dataSource/list', FIRST).data?.rows[0]
  const draft = useApiQuery('/api/task/list', FIRST).data?.rows[0]
  const gateway = useSystem()?.gateway?.kind
  const doors = [
    {
      Icon: IconListDetails,
      title: t.import,
      hint: t.importHint,
      href: source ? `/data-sources/${source.id}` : '/data-sources?new=1',
      isDone: (source?.contactCount ?? 0) > 0,
    },
    {
      Icon: IconPencil,
      title: draft ? t.publish(draft.taskName) : t.write,
      hint: draft ? t.publishHint : t.writeHint,
      href: draft ? `/tasks/${draft.id}` : '/tasks/new',
      isDone: false,
    },
    {
      Icon: IconPlugConnected,
      title: t.connect,
      hint: t.connectHint,
      href: '/settings/trunks',
      isDone: gateway !== undefined && gateway !== 'simulator',
    },
  ]
  return (
    <nav aria-labelledby={title}>
      <Title order={2} id={title} mb="xs">
        {t.doors}
      </Title>
      <ul className="doors">
        {doors.map((door) => (
          <li key={door.href}>
            <Link href={door.href}>
              <door.Icon size={20} stroke={1.5} aria-hidden />
              <Text span fw={600} size="md" className="door-title">
                {door.title}
                {door.isDone && (
                  <IconCircleCheck size={16} color="var(--console-good)" aria-label={t.done} role="img" />
                )}
              </Text>
              <Text span size="sm" c="dimmed">
                {door.hint}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
