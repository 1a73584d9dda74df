import { type MantineColorScheme, Select, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { type Language, languageNames } from '../../language/messages.ts'
import { Card } from '../../parts/card.tsx'
import { partsMessages } from '../../parts/parts.messages.ts'
import { settingsMessages } from './settings.messages.ts'

export function DisplayCard() {
  const { display: t } = useMessages(settingsMessages)
  const { colorSchemes } = useMessages(partsMessages)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
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
        <Text size="xs" c="dimmed">
          {t.note}
        </Text>
      </Stack>
    </Card>
  )
}
