// The console in a real browser, with 300 tasks and a task of a million contacts: how long a user waits after an input, until the
// page reacts and until it shows the result. Beside it what no page can beat: the paint of an empty page, and the request alone. Then the
// picture of a call of 50 steps, while 20 calls a second end. CONSOLE_ONLY takes only interactions with that text in their names.
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../console/test/support/find-browser.ts'
import { DEFAULT_SETTINGS, storedSettings } from '../../server/src/campaigns/tasks/task-settings.ts'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { type Interaction, interactions } from './console-interactions.ts'
import { countedCalls, pictureInteractions, startWatchedTask, WATCHED_NETWORK } from './console-picture.ts'
import { post } from './support/api-client.ts'
import { startService, TOKEN } from './support/child-server.ts'
import { median } from './support/measure.ts'
import { installClock, timeRequest, until, type Waited, waitFor } from './support/page-clock.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'
import { seedDials } from './task-contacts.ts'

const CONTACTS = Number(process.env.CONSOLE_CONTACTS ?? 1_000_000)
const TASKS = 300
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 5)
const GOAL_MS = 100
/** Enough for ten minutes. */
const WATCHED_CONTACTS = 12_000
const ONLY = process.env.CONSOLE_ONLY ?? ''

export async function benchConsole(postgres: BenchServer): Promise<void> {
  const found = await findBrowser()
  if (!found) throw new Error('no Chrome or Chromium found; set CHROME_PATH to the executable')
  const browser = await chromium.launch({ ...found, headless: true })
  console.log(`${'console'.padEnd(44)}  paint  shown   work    raw  ratio  (ms; goal: paint <= ${GOAL_MS})`)
  try {
    if (!ONLY.startsWith('picture')) await benchLists(postgres, browser)
    await benchPicture(postgres, browser)
  } finally {
    await browser.close()
  }
}

async function benchLists(postgres: BenchServer, browser: Browser): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const service = await startService(connection)
  try {
    const dataSourceId = await seedContacts(db, { count: CONTACTS, name: 'a long list' })
    const { id: taskId } = await post(`${service.address}/api/task/add`, {
      taskName: 'a long task',
      dataSourceId,
    })
    await seedDials(db, taskId, CONTACTS)
    await seedTasks(db, dataSourceId)
    const page = await openPage(browser, service.address)
    await measure(page, service.address, interactions({ taskId, dataSourceId }))
    await page.context().close()
  } finally {
    await service.stop()
    await db.close()
  }
}

async function benchPicture(postgres: BenchServer, browser: Browser): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const service = await startService(connection, { role: 'all', env: WATCHED_NETWORK })
  try {
    const dataSourceId = await seedContacts(db, { count: WATCHED_CONTACTS })
    const { taskId, draftId } = await startWatchedTask(service.address, dataSourceId)
    const page = await openPage(browser, service.address)
    const [began, before] = [performance.now(), await countedCalls(service.address, taskId)]
    await measure(page, service.address, pictureInteractions({ taskId, draftId }))
    const ended = (await countedCalls(service.address, taskId)) - before
    console.log(`meanwhile ${((ended / (performance.now() - began)) * 1000).toFixed(1)} calls a second ended`)
    await page.context().close()
  } finally {
    await service.stop()
    await db.close()
  }
}

async function measure(page: Page, address: string, all: Interaction[]): Promise<void> {
  const empty = await measureEmptyPage(page)
  print('an empty page', empty, empty.shownMs)
  for (const interaction of all.filter(({ name }) => name.includes(ONLY))) {
    const waits: Waited[] = []
    const raw: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { start, request, act, isShown, state } = interaction
      await page.goto(`${address}${interaction.path}`)
      await until(page, start.isReady)
      await start.prepare?.(page, round)
      if (request) raw.push(await timeRequest(page, request(round), TOKEN))
      const options = { act: () => act(page, round), isShown: isShown(round), ...(state && { state }) }
      waits.push(await waitFor(page, options))
    }
    print(interaction.name, medianOf(waits), raw.length > 0 ? median(raw) : empty.shownMs)
  }
}

function medianOf(waits: Waited[]): Waited {
  const middle = (key: keyof Waited) => median(waits.map((wait) => wait[key]))
  return { paintMs: middle('paintMs'), shownMs: middle('shownMs'), workMs: middle('workMs') }
}

/** `raw`: the request alone, or the paint of an empty page for what needs no request. */
function print(name: string, { paintMs, shownMs, workMs }: Waited, raw: number): void {
  const columns = [paintMs, shownMs, workMs, raw].map((ms) => ms.toFixed(0).padStart(6)).join(' ')
  const verdict = paintMs <= GOAL_MS ? '' : '  MISSED'
  console.log(`${name.padEnd(44)} ${columns} ${(shownMs / raw).toFixed(2).padStart(6)}${verdict}`)
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>

async function openPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript({
    content: `try {
      localStorage.setItem('carillon-language', 'en')
      localStorage.setItem('carillon-flow-view', '"picture"')
      sessionStorage.setItem('carillon-token', ${JSON.stringify(TOKEN)})
    } catch {}`,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await installClock(page)
  // The first load fills the browser's cache.
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function measureEmptyPage(page: Page): Promise<Waited> {
  const waits: Waited[] = []
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await page.goto('data:text/html,<button onclick="this.textContent = 2">1</button>')
    const act = () => page.getByRole('button').click()
    waits.push(await waitFor(page, { act, isShown: `document.querySelector('button').textContent === '2'` }))
  }
  return medianOf(waits)
}

/** Of all states that need no contacts of their own. */
async function seedTasks(db: Database, dataSourceId: string): Promise<void> {
  const ids = Array.from({ length: TASKS - 1 }, () => newId())
  await db.query({
    text: `insert into task (id, name, description, status, data_source_id, settings, create_time, update_time,
             contact_count, list_end, start_time, end_time)
           select id, 'campaign ' || n, '', status, $2, $3::jsonb || jsonb_build_object('priority', 1 + n % 5),
             now() - n * interval '1 hour', now(),
             case when status <> 0 then 1000 end, case when status <> 0 then 1000 end, case when status <> 0 then now() end,
             case when status in (3, 4) then now() end
           from unnest($1::uuid[]) with ordinality as given (id, n)
           cross join lateral (select (array[0, 2, 3, 4])[1 + n % 4] as status) state`,
    values: [ids, dataSourceId, storedSettings(DEFAULT_SETTINGS)],
  })
  await db.query({
    text: `insert into task_counter (task_id, slot, success_contacts, failed_contacts, update_time)
           select id, 0, (random() * 500)::int, (random() * 500)::int, now() from task
           where status <> 0 and id = any($1)`,
    values: [ids],
  })
  await db.query({ text: 'vacuum analyze task, task_counter' })
}
