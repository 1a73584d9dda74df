import { ActionIcon, Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage, useMessages } from '../language/language-provider.tsx'
import { type Language, languageNames, locales } from '../language/messages.ts'
import { shellMessages } from './shell.messages.ts'

export function LanguageSwitch() {
  const t = useMessages(shellMessages)
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.language}>
          <IconLanguage size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(code) => choose(code as Language)}>
          {Object.entries(languageNames).map(([code, name]) => (
            <Menu.RadioItem key={code} value={code} lang={locales[code as Language]} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
