import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { shellMessages } from './shell.messages.ts'

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

export function SchemeSwitch() {
  const t = useMessages(shellMessages)
  const { colorSchemes } = useMessages(partsMessages)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.scheme}>
          <Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {Object.entries(colorSchemes).map(([scheme, name]) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
