// Saves the loops of the README, docs/screenshots/stream-light.webp and -dark.webp: the picture of the demo's call, while it fills. Needs
// img2webp (Debian's package webp). A frame is a screenshot, so the loops are as even on a busy machine.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../test/support/find-browser.ts'
import { startDemoService } from './demo-service.ts'

const FRAMES = 44
const GAP_MS = 500
/** Of a frame in the loop. */
const SHOWN_MS = 220
/** Of the last one. */
const REST_MS = 2600
const schemes = ['light', 'dark'] as const

const found = await findBrowser()
if (!found) throw new Error('no Chrome or Chromium found; set CHROME_PATH to the executable')
const folder = await mkdtemp(join(tmpdir(), 'carillon-loop-'))
const service = await startDemoService(join(folder, 'data'))
const browser = await chromium.launch({ ...found, headless: true })

async function open(colorScheme: (typeof schemes)[number]): Promise<Page> {
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ baseURL: service.address, viewport, colorScheme })
  await context.addInitScript((token) => {
    localStorage.setItem('carillon-language', 'en')
    sessionStorage.setItem('carillon-token', token)
  }, service.token)
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return page
}

const nameOf = (scheme: string, frame: number) =>
  join(folder, `${scheme}-${String(frame).padStart(3, '0')}.png`)

try {
  const pages = await Promise.all(schemes.map(open))
  const [light, dark] = pages
  if (!light || !dark) throw new Error('no page')
  await light.goto('/')
  await light.getByRole('button', { name: 'Answer the call' }).click()
  await light.getByRole('button', { name: 'Key 1', exact: true }).click()
  await light.getByRole('button', { name: 'Call 60 made-up people' }).click()
  await light.waitForURL(/\/tasks\//)
  await dark.goto(light.url())
  for (const page of pages) await page.locator('.react-flow').waitFor()
  for (let frame = 0; frame < FRAMES; frame += 1) {
    for (const [index, scheme] of schemes.entries())
      await pages[index]?.screenshot({ path: nameOf(scheme, frame) })
    await light.waitForTimeout(GAP_MS)
  }
  for (const scheme of schemes) {
    const frames = Array.from({ length: FRAMES }, (_, frame) => [
      ...['-d', String(frame === FRAMES - 1 ? REST_MS : SHOWN_MS)],
      nameOf(scheme, frame),
    ])
    const file = fileURLToPath(new URL(`../../docs/screenshots/stream-${scheme}.webp`, import.meta.url))
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '80', ...frames.flat(), '-o', file])
    console.log(file)
  }
} finally {
  await browser.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
