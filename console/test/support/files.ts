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

/** A WAV file with a tone: 8 kHz, 16 bit, mono. */
export function toneFile(name: string, seconds: number) {
  const rate = 8000
  const samples = Int16Array.from({ length: seconds * rate }, (_, index) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * 440 * index) / rate)),
  )
  const data = Buffer.from(samples.buffer)
  const header = Buffer.alloc(44)
  header.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1')
  header.writeUInt32LE(36 + data.length, 4)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, data]) }
}
