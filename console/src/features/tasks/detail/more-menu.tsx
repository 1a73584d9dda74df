// Everything else that can be done with a task. What its state forbids is listed too, with the reason.
import { Button, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { operationsMessages } from '../operations.messages.ts'

export interface MenuAction {
  id: string
  label: string
  icon: ReactNode
  disabledReason: string | undefined
  onClick(): void
}

export function MoreMenu({ actions }: { actions: MenuAction[] }) {
  const t = useMessages(operationsMessages)
  const id = useId()
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={14} aria-hidden />}>
          {t.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id: name, label, icon, disabledReason, onClick }) => (
          <Menu.Item
            key={name}
            leftSection={icon}
            aria-disabled={disabledReason !== undefined || undefined}
            aria-describedby={disabledReason === undefined ? undefined : `${id}-${name}`}
            closeMenuOnClick={disabledReason === undefined}
            onClick={disabledReason === undefined ? onClick : undefined}
          >
            <Text size="sm" c={disabledReason === undefined ? undefined : 'dimmed'}>
              {label}
            </Text>
            {disabledReason !== undefined && (
              <Text size="xs" c="dimmed" id={`${id}-${name}`} aria-hidden>
                {disabledReason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
