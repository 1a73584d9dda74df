// Drops, chooses and downloads files like a user.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

interface TestFile {
  name: string
  content: string | Buffer
}

/** Drops a file in the middle of the page. */
export async function dropFile(page: Page, { name, content }: TestFile): Promise<void> {
  const base64 = Buffer.from(content).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    ([fileName = '', encoded = '']) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
      transfer.items.add(new File([bytes], fileName))
      return transfer
    },
    [name, base64],
  )
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer })
}

/** Returns the file that a click downloads. */
export async function downloaded(page: Page, click: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await click()
  const download = await downloading
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

export function csv(...rows: string[][]): string {
  return rows.map((cells) => `${cells.join(',')}\n`).join('')
}
