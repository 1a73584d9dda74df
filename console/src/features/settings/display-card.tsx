import { type MantineColorScheme, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { type Language, languageNames } from '../../language/messages.ts'
import { Card } from '../../parts/card.tsx'
import { partsMessages } from '../../parts/parts.messages.ts'
import { setProtectiveWindow, usesProtectiveWindow } from '../tasks/task-defaults.ts'
import { settingsMessages } from './settings.messages.ts'

export function DisplayCard() {
  const { display: t } = useMessages(settingsMessages)
  const { colorSchemes } = useMessages(partsMessages)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isProtective, setProtective] = useState(usesProtectiveWindow)
  return (
    <Card title={t.title}>
      <Stack gap="sm">
        <Select
          label={t.language}
          allowDeselect={false}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(value) => value && choose(value as Language)}
        />
        <Select
          label={t.scheme}
          allowDeselect={false}
          data={Object.entries(colorSchemes).map(([value, label]) => ({ value, label }))}
          value={colorScheme}
          onChange={(value) => value && setColorScheme(value as MantineColorScheme)}
        />
        <Switch
          label={t.protectiveWindow}
          checked={isProtective}
          onChange={({ currentTarget }) => {
            setProtectiveWindow(currentTarget.checked)
            setProtective(currentTarget.checked)
          }}
        />
        <Text size="xs" c="dimmed">
          {t.note}
        </Text>
      </Stack>
    </Card>
  )
}
