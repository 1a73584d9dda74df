import type { DownloadedFile } from '@carillon/client'

/** Saves a file as a browser download. */
export function saveFile({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL asynchronously, so it must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
