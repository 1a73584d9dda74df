import type { DownloadedFile } from '@carillon/client'

/** Hands a file to the browser, which saves it where it saves downloads. */
export function saveFile({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it a little later than it is told to.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
