import type { DownloadedFile } from '@carillon/client'
import { useState } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { useNotify } from './notify.ts'
import { partsMessages } from './parts.messages.ts'
import { saveFile } from './save-file.ts'

/** Downloads a file of the API and saves it, with a notification of how it went. */
export function useDownload() {
  const t = useMessages(partsMessages)
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  async function run(download: () => Promise<DownloadedFile>): Promise<void> {
    setBusy(true)
    try {
      const file = await download()
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
