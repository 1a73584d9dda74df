import type { DownloadedFile } from '@carillon/client'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import type { Permission } from '../../session/use-rights.ts'
import { ActionButton } from '../action-button.tsx'
import { partsMessages } from '../parts.messages.ts'
import { useDownload } from './use-download.ts'

/** For people in their language, or, without labels, as the API names things. */
export interface ExportStyle {
  format: 'csv' | 'excel'
  labels?: 'en' | 'zh'
}

interface ExportMenuProps {
  /** What can be exported. A choice without a title shows only the formats. `of` names the saved file; without it, the API does. */
  choices: {
    id: string
    title?: string
    of?: string[]
    download(style: ExportStyle): Promise<DownloadedFile>
  }[]
  /** Of the button, on a page with several of them. */
  label?: string
  /** Of a file that shall be imported again. */
  startsPlain?: boolean
  /** Of a file that has no labels. */
  isPlainOnly?: boolean
  /** The right to it, if it is not the one to export files. */
  needs?: Permission
}

export function ExportMenu(props: ExportMenuProps) {
  const { choices, label, startsPlain = false, isPlainOnly = false, needs = 'export' } = props
  const disabledReason = useRightReason()(needs)
  const t = useMessages(partsMessages)
  const { language } = useLanguage()
  const { isBusy, run } = useDownload()
  const [isPlain, setIsPlain] = useState(startsPlain || isPlainOnly)
  const icon = <IconDownload size={14} aria-hidden />
  if (disabledReason !== undefined)
    return (
      <ActionButton variant="default" leftSection={icon} disabledReason={disabledReason}>
        {label ?? t.export}
      </ActionButton>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={isBusy}>
          {label ?? t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ id, title, of, download }, index) => (
          <div key={id}>
            {index > 0 && <Menu.Divider />}
            {title !== undefined && <Menu.Label>{title}</Menu.Label>}
            {(['excel', 'csv'] as const).map((format) => (
              <Menu.Item
                key={format}
                aria-label={[title, t.exportAs[format]].filter(Boolean).join(' ')}
                onClick={() => run(() => download({ format, ...(!isPlain && { labels: language }) }), of)}
              >
                {t.exportAs[format]}
              </Menu.Item>
            ))}
          </div>
        ))}
        {!isPlainOnly && (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem checked={isPlain} onChange={setIsPlain}>
              {t.exportPlain}
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
