// The buttons of a page, in one row: on a phone only the first ones are buttons, the others are in a menu. What is forbidden now is
// listed too, with the reason.
import { Button, type ButtonProps, Menu, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { ActionButton } from './action-button.tsx'
import { partsMessages } from './parts.messages.ts'

export interface PageAction {
  id: string
  label: string
  icon?: ReactNode
  /** Of the button. */
  variant?: ButtonProps['variant']
  isBusy?: boolean
  disabledReason?: string | undefined
  onClick(): void
}

interface PageActionsProps {
  /** In the order of the buttons. */
  buttons: PageAction[]
  /** Which of them are buttons on a phone too. */
  onPhone: readonly string[]
  /** Never buttons. */
  more?: PageAction[]
  /** Behind the buttons, such as the menu of exports. */
  children?: ReactNode
}

export function PageActions({ buttons, onPhone, more = [], children }: PageActionsProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isButton = ({ id }: PageAction) => !isPhone || onPhone.includes(id)
  const inMenu = [...buttons.filter((each) => !isButton(each)), ...more]
  return (
    <>
      {buttons.filter(isButton).map(({ id, label, icon, variant = 'default', isBusy = false, ...rest }) => (
        <ActionButton key={id} variant={variant} leftSection={icon} loading={isBusy} {...rest}>
          {label}
        </ActionButton>
      ))}
      {children}
      {inMenu.length > 0 && <MoreMenu actions={inMenu} />}
    </>
  )
}

function MoreMenu({ actions }: { actions: PageAction[] }) {
  const t = useMessages(partsMessages)
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
