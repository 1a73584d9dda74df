// Runs the console in a real browser, served by the service with the simulator and a database of its own. The files of a
// worker share one browser and, since their services have the same address one after the other, what it has loaded.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest'
import type { ServiceAccess } from '../../../server/test/support/service-access.ts'
import { type ServiceHere, startServiceHere } from '../../../server/test/support/service-here.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/test/support/test-database.ts'
import { findBrowser } from './find-browser.ts'

export interface ConsoleOfFile {
  service(): ServiceAccess
  /** The database of the service. */
  database(): TestDatabase
  /** Opens a new page, signed in by default. */
  open(path: string, options?: OpenOptions): Promise<Page>
}

export interface OpenOptions extends BrowserContextOptions {
  language?: 'en' | 'zh'
  isSignedIn?: boolean
  /** The language that the browser reports; may be an invalid language tag. */
  reportedLanguage?: string
  /** A service other than that of the test file. */
  service?: ServiceAccess
  /** As this browser remembers that somebody chose it. */
  flowView?: 'list' | 'picture'
}

const VIEWPORT = { width: 1280, height: 800 }

/** Very short calls; the last digit of a number decides how they end. */
export const FAST_SIMULATOR = 'last-digit, ring=0-0.05, talk=0-0.1, timeout=0.1'

const TOKEN = 'carillon_token_of_this_test_and_no_other'

const found = await findBrowser()
if (!found) {
  console.warn(
    'The tests of the console were skipped: no Chrome or Chromium that starts was found (CHROME_PATH names one).',
  )
}

/** Shared by the files of a worker, and closed when the worker exits. */
let launching: Promise<Browser> | undefined
/** The one in which pages are opened that need nothing special: what it has loaded and compiled is not loaded again. */
let shared: { address: string; context: BrowserContext } | undefined

/** Tests that need a browser, with one service per file. Skipped with a message where there is no browser. */
export function describeConsole(
  name: string,
  tests: (console: ConsoleOfFile) => void,
  env: Record<string, string> = {},
): void {
  describe.skipIf(!found)(name, () => {
    let browser: Browser | undefined
    const { service, database } = serviceOfFile(env)
    beforeAll(async () => {
      launching ??= chromium.launch({ ...found, headless: true })
      browser = await launching
    })
    tests({
      service,
      database,
      async open(path, opening = {}) {
        const { language = 'en', isSignedIn = true, reportedLanguage, flowView, ...others } = opening
        const { service: other, ...options } = others
        const { address, token } = other ?? service()
        const { viewport, colorScheme = 'light', reducedMotion = 'reduce', ...special } = options
        const isShared = address === service().address && Object.keys(special).length === 0
        const contextOptions = { baseURL: address, viewport: VIEWPORT, reducedMotion: 'reduce' as const }
        if (isShared && shared?.address !== address)
          shared = { address, context: await started(browser).newContext(contextOptions) }
        const context =
          isShared && shared
            ? shared.context
            : await started(browser).newContext({ ...contextOptions, ...special })
        onTestFinished(async ({ task }) => {
          if (task.result?.state === 'fail') await tellScreen(context, service().warnings())
          await (isShared ? leaveNothing(context) : context.close())
        })
        const isFirst = context.pages().length === 0
        const page = await context.newPage()
        page.setDefaultTimeout(60_000)
        if (viewport) await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion })
        await page.addInitScript(
          ([chosen, stored, view, isFirstPage]) => {
            const isVisited = sessionStorage.getItem('visited')
            if (isFirstPage && !isVisited) localStorage.clear()
            if (view && !localStorage.getItem('carillon-flow-view'))
              localStorage.setItem('carillon-flow-view', JSON.stringify(view))
            localStorage.setItem(
              'carillon-language',
              localStorage.getItem('carillon-language') ?? chosen ?? '',
            )
            if (stored && !isVisited) sessionStorage.setItem('carillon-token', stored)
            sessionStorage.setItem('visited', 'yes')
          },
          [language, isSignedIn ? token : '', flowView ?? '', isFirst ? 'first' : ''],
        )
        if (reportedLanguage !== undefined) {
          await page.addInitScript((reported) => {
            Object.defineProperty(Navigator.prototype, 'language', {
              get: () => reported,
              configurable: true,
            })
          }, reportedLanguage)
        }
        await page.goto(path)
        return page
      },
    })
  })
}

/** Runs a service with a database of its own while the tests of a `describe` run. */
export function serviceOfFile(env: Record<string, string> = {}) {
  const atEnd: (() => Promise<void>)[] = []
  let service: ServiceHere | undefined
  let database: TestDatabase | undefined
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(inject('scratchFolder'), 'console-'))
    atEnd.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    database = await createTestDatabase()
    atEnd.push(database.drop)
    service = await startServiceHere({
      database,
      dataDir,
      accessToken: TOKEN,
      port: shared ? Number(new URL(shared.address).port) : 0,
      env: { SIMULATOR: FAST_SIMULATOR, TIME_ZONE: 'Asia/Shanghai', ...env },
    })
    atEnd.push(service.stop)
  })
  afterAll(async () => {
    for (const clean of atEnd.reverse()) await clean()
  })
  return { service: () => started(service), database: () => started(database) }
}

function started<Thing>(thing: Thing | undefined): Thing {
  if (!thing) throw new Error('it has not been started')
  return thing
}

/**
 * Closes the pages of a test. What they have stored is forgotten by the first page of the next test: a page that is still being filled
 * stores how it shows a flow until it is closed.
 */
async function leaveNothing(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
  await context.clearPermissions()
}

/** Saves what was on the screen: it explains a failure better than the missing element does. */
async function tellScreen(context: BrowserContext, warnings = ''): Promise<void> {
  for (const page of context.pages()) {
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage })).catch(String)
    globalThis.console.log(`At ${page.url()}, where ${stored} is stored:\n${await page.innerText('body')}`)
  }
  if (warnings) globalThis.console.log(`The service warned:\n${warnings}`)
}
