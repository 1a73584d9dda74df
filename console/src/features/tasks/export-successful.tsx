import { IconDownload } from '@tabler/icons-react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { useEndingWords } from '../../parts/figures/call-endings.ts'
import { useDownload } from '../../parts/files/use-download.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { tasksMessages } from './tasks.messages.ts'

interface ExportSuccessfulProps {
  taskId: string
  contacts: number
  isConfirmation: boolean
}

/** What a campaign is for: how many confirmed or were successful, and the file of them. */
export function ExportSuccessful({ taskId, contacts, isConfirmation }: ExportSuccessfulProps) {
  const { detail: t } = useMessages(tasksMessages)
  const { language } = useLanguage()
  const words = useEndingWords(isConfirmation)
  const format = useFormat()
  const client = useClient()
  const { run, isBusy } = useDownload()
  const rightReason = useRightReason()('export')
  const query = { format: 'excel', labels: language, status: 1 } as const
  const download = () => client.download('/api/task/{id}/export', { params: { path: { id: taskId }, query } })
  return (
    <ActionButton
      variant="filled"
      size="compact-sm"
      className="explanation-export"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isBusy}
      disabledReason={rightReason}
      onClick={() => run(download)}
    >
      {t.exportSuccessful(format.number(contacts), words.successful.toLowerCase())}
    </ActionButton>
  )
}
