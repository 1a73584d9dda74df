// A data source with very many contacts, a million in the long run: pages and searches are fast, and the previous rows stay on the screen until the
// next ones arrive.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { mobileNumber, seedContacts } from '../../bench/src/support/seed-contacts.ts'
import { inLength } from '../../server/test/support/long-run.ts'
import { describeConsole } from './support/console-test.ts'

const COUNT = inLength(50_000, 1_000_000)
const of = (range: string) => `${range} of ${COUNT.toLocaleString('en')}`
/** A generous bound, for a loaded machine. */
const MAX_MS = 20_000

describeConsole('a data source of very many contacts', (console) => {
  let id = ''
  beforeAll(async () => {
    id = await seedContacts(console.database().db, { count: COUNT, name: 'very many' })
  })

  it('is paged to its last page without ever showing an empty table', async () => {
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText(of('1–50')).waitFor()
    await watchRows(page)
    await inTime(async () => {
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText(of('51–100')).waitFor()
      await numberIsShown(page, COUNT - 50)
    })
    await inTime(async () => {
      await page.getByRole('button', { name: `Page ${COUNT / 50}`, exact: true }).click()
      await page.getByText(of(`${(COUNT - 49).toLocaleString('en')}–${COUNT.toLocaleString('en')}`)).waitFor()
      await numberIsShown(page, 1)
    })
    expect(await fewestRows(page)).toBeGreaterThan(0)
    await inTime(async () => {
      await page.goto(`/data-sources/${id}?size=200&page=${COUNT / 400}`)
      await numberIsShown(page, COUNT / 2 + 200)
    })
  })

  it('is searched while the user types', async () => {
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText(of('1–50')).waitFor()
    await watchRows(page)
    const wanted = mobileNumber(23_456)
    const asked: string[] = []
    page.on('request', (request) => {
      const needle = new URL(request.url()).searchParams.get('phoneNumber')
      if (needle !== null) asked.push(needle)
    })
    await inTime(async () => {
      await page.getByLabel('Search by phone number').pressSequentially(wanted.slice(2), { delay: 20 })
      await page.getByRole('button', { name: `Calls to ${wanted}` }).waitFor()
    })
    // Typing does not send a request per key.
    expect(new Set(asked).size).toBeLessThan(wanted.length - 2)
    await inTime(async () => {
      await page.getByLabel('Search by phone number').fill('13')
      await page.getByText(/^1–50 of [\d,]{5,}$/).waitFor()
    })
    await inTime(async () => {
      await page.getByLabel('Search by phone number').fill('138001380001380013800')
      await page.getByText('No matching numbers').waitFor()
    })
    expect(await fewestRows(page)).toBeGreaterThan(0)
  })
})

async function inTime(work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  expect(performance.now() - start).toBeLessThan(MAX_MS)
}

function numberIsShown(page: Page, position: number): Promise<void> {
  return page.getByRole('button', { name: `Calls to ${mobileNumber(position)}` }).waitFor()
}

function fewestRows(page: Page): Promise<number | undefined> {
  return page.evaluate(() => (globalThis as { fewestRows?: number }).fewestRows)
}

/** Records the smallest number of rows the table has shown since. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = globalThis as { fewestRows?: number }
    const look = () => {
      const table = document.querySelector('.table-scroll tbody')
      const rows = table?.querySelectorAll('tr:has([data-sticky])').length
      if (rows !== undefined) seen.fewestRows = Math.min(seen.fewestRows ?? rows, rows)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    look()
  })
}
