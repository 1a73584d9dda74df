// Saves the loop of the README, docs/screenshots/first-minute.webp: the first screen of an empty service, its call with a key, and
// the picture of the call that 60 made-up people get, which fills. Needs ffmpeg. A frame is a screenshot, so the loop is as even on a busy machine.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findBrowser } from '../test/support/find-browser.ts'
import { startDemoService } from './demo-service.ts'

const file = fileURLToPath(new URL('../../docs/screenshots/first-minute.webp', import.meta.url))
const FRAMES_PER_SECOND = 5

const found = await findBrowser()
if (!found) throw new Error('no Chrome or Chromium found; set CHROME_PATH to the executable')
const folder = await mkdtemp(join(tmpdir(), 'carillon-loop-'))
const service = await startDemoService(join(folder, 'data'))
const browser = await chromium.launch({ ...found, headless: true })
try {
  const page = await browser.newPage({ baseURL: service.address, viewport: { width: 1120, height: 700 } })
  await page.addInitScript((token) => {
    localStorage.setItem('carillon-language', 'en')
    sessionStorage.setItem('carillon-token', token)
  }, service.token)
  page.setDefaultTimeout(120_000)
  let frames = 0
  async function take(count: number, gapMs = 0): Promise<void> {
    for (let frame = 0; frame < count; frame += 1) {
      frames += 1
      await page.screenshot({ path: join(folder, `${String(frames).padStart(3, '0')}.png`) })
      if (gapMs > 0) await page.waitForTimeout(gapMs)
    }
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Answer the call' }).waitFor()
  await take(7, 200)
  await page.getByRole('button', { name: 'Answer the call' }).click()
  await page.getByText('Waiting for you to press a key.').waitFor()
  await take(8)
  await page.getByRole('button', { name: 'Key 1', exact: true }).hover()
  await take(2)
  await page.getByRole('button', { name: 'Key 1', exact: true }).click()
  await page.getByRole('log').getByText('Thank you').waitFor()
  await take(4)
  await page.getByText('Ada confirmed').waitFor()
  await take(6)
  await page.getByRole('button', { name: 'Call 60 made-up people' }).click()
  await page.waitForURL(/\/tasks\//)
  await page.locator('.react-flow').waitFor()
  await take(3)
  // The sentences are being made ready, and phones ring.
  await page
    .getByText(/^\d+ now$/)
    .first()
    .waitFor({ timeout: 200_000 })
  await take(24, 1500)
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(folder, '%03d.png')]
  const output = ['-vf', 'scale=960:-1', '-c:v', 'libwebp_anim', '-quality', '85', '-loop', '0', file]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output])
} finally {
  await browser.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
