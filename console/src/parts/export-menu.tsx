import type { DownloadedFile } from '@carillon/client'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'
import { useDownload } from './use-download.ts'

export type ExportFormat = 'csv' | 'excel'

interface ExportMenuProps {
  /** What can be exported. A choice without a title shows only the formats. */
  choices: { id: string; title?: string; download(format: ExportFormat): Promise<DownloadedFile> }[]
}

export function ExportMenu({ choices }: ExportMenuProps) {
  const t = useMessages(partsMessages)
  const { isBusy, run } = useDownload()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />} loading={isBusy}>
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ id, title, download }, index) => (
          <div key={id}>
            {index > 0 && <Menu.Divider />}
            {title !== undefined && <Menu.Label>{title}</Menu.Label>}
            {(['excel', 'csv'] as const).map((format) => (
              <Menu.Item
                key={format}
                aria-label={[title, t.exportAs[format]].filter(Boolean).join(' ')}
                onClick={() => run(() => download(format))}
              >
                {t.exportAs[format]}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
