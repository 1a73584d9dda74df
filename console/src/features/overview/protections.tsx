import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { protectionsMessages } from './protections.messages.ts'

const ATTEMPTS_PER_DAY = 3

interface Protection {
  name: 'budget' | 'window' | 'list'
  isSet: boolean
  disabledReason: string | undefined
  set(): Promise<unknown>
}

/** Offers values that protect people from too many calls. Nothing changes until the user chooses one. */
export function Protections() {
  const t = useMessages(protectionsMessages)
  const notify = useNotify()
  const canWrite = useRightReason()('operate') === undefined
  const isOffered = useApiQuery('/api/console/settings', {}).data?.offerProtections ?? false
  const saveConsole = useApiMutation('/api/console/settings')
  const protections = useProtections()
  if (!protections || !isOffered || !canWrite) return null
  const open = protections.filter(({ isSet }) => !isSet)
  const available = open.filter(({ disabledReason }) => disabledReason === undefined)
  if (open.length === 0) return null

  async function set(chosen: Protection[]): Promise<void> {
    try {
      for (const protection of chosen) await protection.set()
      notify.done(t.done)
    } catch (error) {
      notify.failed(error, 'setProtections')
    }
  }

  async function dismiss(): Promise<void> {
    try {
      await saveConsole.mutateAsync({ body: { offerProtections: false } })
    } catch (error) {
      notify.failed(error, 'setProtections')
    }
  }

  return (
    <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
      <Card
        title={t.title}
        beside={
          <Button variant="subtle" size="compact-xs" flex="none" onClick={dismiss}>
            {t.dismiss}
          </Button>
        }
      >
        <Text size="sm" mb="sm">
          {t.text}
        </Text>
        <ul className="protections">
          {protections.map((protection) => (
            <Offer key={protection.name} protection={protection} onSet={() => set([protection])} />
          ))}
        </ul>
        {available.length > 1 && (
          <Group mt="sm">
            <Button onClick={() => set(available)}>{t.setAll}</Button>
          </Group>
        )}
      </Card>
    </div>
  )
}

function Offer({ protection, onSet }: { protection: Protection; onSet(): void }) {
  const t = useMessages(protectionsMessages)
  const { name, isSet, disabledReason } = protection
  return (
    <li>
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text size="sm" fw={600}>
          {t[name]}
        </Text>
        <Text size="xs" c="dimmed">
          {t[`${name}Hint`]}
        </Text>
      </div>
      {isSet ? (
        <IconCircleCheck size={18} color="var(--console-good)" aria-label={t.isSet} role="img" />
      ) : (
        <ActionButton aria-label={t.setName(t[name])} disabledReason={disabledReason} onClick={onSet}>
          {t.set}
        </ActionButton>
      )}
    </li>
  )
}

/** Undefined until it is known what is set. */
function useProtections(): Protection[] | undefined {
  const t = useMessages(protectionsMessages)
  const rightReason = useRightReason()
  const settings = useApiQuery('/api/permission/settings', {}).data
  const lists = useApiQuery('/api/doNotCall/list', { params: { query: { pageSize: 200 } } }).data
  const saveSettings = useApiMutation('/api/permission/settings')
  const addList = useApiMutation('/api/doNotCall/add')
  const console = useApiQuery('/api/console/settings', {}).data
  const saveConsole = useApiMutation('/api/console/settings')
  if (!settings || !lists || !console) return undefined
  return [
    {
      name: 'budget',
      isSet: settings.budgets.length > 0,
      disabledReason: rightReason('administer'),
      set: () => saveSettings.mutateAsync({ body: { attemptsPerDay: ATTEMPTS_PER_DAY } }),
    },
    {
      name: 'window',
      isSet: console.protectNewTasks,
      disabledReason: rightReason('operate'),
      set: () => saveConsole.mutateAsync({ body: { protectNewTasks: true } }),
    },
    {
      name: 'list',
      isSet: lists.rows.some(({ isGlobal }) => isGlobal),
      disabledReason: rightReason('operate'),
      set: () =>
        addList.mutateAsync({ body: { name: t.listName, description: t.listDescription, isGlobal: true } }),
    },
  ]
}
