import type { DownloadedFile } from '@carillon/client'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useSystem } from '../../session/use-system.ts'
import { useNotify } from '../notify.ts'
import { partsMessages } from '../parts.messages.ts'
import { exportName } from './export-name.ts'
import { saveFile } from './save-file.ts'

/** Downloads a file of the API and saves it, with a notification of how it went. */
export function useDownload() {
  const t = useMessages(partsMessages)
  const notify = useNotify()
  const [day = ''] = useSystem()?.time.split(' ') ?? []
  const [isBusy, setBusy] = useState(false)
  /** `of` is what it is an export of: the file is named after it and the day. */
  async function run(download: () => Promise<DownloadedFile>, of?: string[]): Promise<void> {
    setBusy(true)
    try {
      const answer = await download()
      const file = of ? { ...answer, name: exportName(of, day, answer.name) } : answer
      saveFile(file)
      notify.done(t.exported(file.name))
    } catch (error) {
      notify.failed(error, 'export')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
