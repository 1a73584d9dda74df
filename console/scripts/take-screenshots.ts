// Saves a screenshot of every page, light and dark, in docs/screenshots: starts the service with the simulator and an
// empty data folder, creates demo data, lets it dial for a while, and then visits each page. Names of screenshots as arguments
// take only those.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../test/support/find-browser.ts'
import { type DemoData, makeDemoData } from './demo-data.ts'
import { startDemoService } from './demo-service.ts'
import { type Shot, shots } from './shots.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const DIAL_MS = Number(process.env['DIAL_SECONDS'] ?? 75) * 1000

const schemes = ['light', 'dark'] as const
const noData: DemoData = {
  dataSourceId: '',
  runningTaskId: '',
  appointmentTaskId: '',
  taskIds: [],
}

const found = await findBrowser()
if (!found) throw new Error('no Chrome or Chromium found; set CHROME_PATH to the executable')
await mkdir(folder, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'carillon-screenshots-'))
const service = await startDemoService(dataDir)
// A user answers the offer once; the pages are shown as they are after that.
await fetch(`${service.address}/api/console/settings`, {
  method: 'POST',
  headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ offerProtections: false }),
})
const browser = await chromium.launch({ ...found, headless: true })
const names = process.argv.slice(2)
const isWanted = ({ name }: Shot) => names.length === 0 || names.includes(name)
try {
  for (const shot of shots.filter((each) => each.isEmpty && isWanted(each))) await take(shot)
  const data = await makeDemoData(service)
  await service.addPast(data.taskIds)
  await service.addPastImports(data.dataSourceId)
  // The pages stay open while the service dials, so that their live charts fill.
  const pages = new Map<string, Page>()
  for (const colorScheme of schemes) pages.set(colorScheme, await openPage({ colorScheme }))
  await new Promise((done) => setTimeout(done, DIAL_MS))
  for (const shot of shots.filter((each) => !each.isEmpty && isWanted(each))) await take(shot, data, pages)
} finally {
  await browser.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function take(shot: Shot, data = noData, pages = new Map<string, Page>()): Promise<void> {
  const { viewport, isSignedOut } = shot
  const isPlain = !viewport && !isSignedOut
  for (const colorScheme of schemes) {
    const page =
      (isPlain && pages.get(colorScheme)) ||
      (await openPage({ colorScheme, ...(viewport && { viewport }) }, isSignedOut))
    await visit(page, shot.path(data))
    await shot.prepare?.(page)
    await page.mouse.move(0, 0)
    await waitUntilLoaded(page)
    const file = `${shot.name}-${colorScheme}.png`
    await page.screenshot({ path: join(folder, file) })
    console.log(file)
    if (!isPlain) await page.context().close()
  }
}

async function openPage(options: BrowserContextOptions, isSignedOut = false): Promise<Page> {
  const context = await browser.newContext({
    baseURL: service.address,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  await context.addInitScript(
    (token) => {
      localStorage.setItem('carillon-language', 'en')
      if (token) sessionStorage.setItem('carillon-token', token)
    },
    isSignedOut ? '' : service.token,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto('/')
  return page
}

/** Navigates without a reload, so that the live charts keep their data. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
  }, path)
  await waitUntilLoaded(page)
}

/** Waits until nothing on the page is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const loading = page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root').first()
  await loading.waitFor({ state: 'hidden' })
  await page.waitForTimeout(1200)
  // A part that came later may load something of its own; a chart may take long on a busy machine.
  await loading.waitFor({ state: 'hidden' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('canvas')),
  )
}
