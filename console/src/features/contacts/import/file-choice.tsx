import { Button, FileButton, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useMessages } from '../../../language/language-provider.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { importMessages } from './import.messages.ts'
import { sampleFile } from './sample-file.ts'

export const ACCEPTED_FILES = '.csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values'

/** Where a file is dropped or chosen. The dropping itself works on the whole page. */
export function FileChoice({ onFile }: { onFile(file: File): void }) {
  const t = useMessages(importMessages)
  return (
    <Stack className="drop-zone" align="center" gap="xs">
      <IconFileSpreadsheet size={32} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text fw={600}>{t.drop}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {t.dropHint}
      </Text>
      <FileButton
        onChange={(file) => file && onFile(file)}
        accept={ACCEPTED_FILES}
        inputProps={{ 'aria-label': t.fileField }}
      >
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={14} aria-hidden />} data-autofocus>
            {t.choose}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {t.anySize}
      </Text>
      <Button variant="subtle" onClick={() => saveFile(sampleFile())}>
        {t.sample}
      </Button>
    </Stack>
  )
}
