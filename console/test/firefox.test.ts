// The pages that people see most, in Firefox: it draws, plays and measures in its own way. Skipped with a message where none is installed.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { serviceOfFile } from './support/console-test.ts'
import { type Firefox, findFirefox, launchFirefox } from './support/firefox.ts'
import { addList, addTask, confirmFlow, moveTask } from './support/story.ts'

const executable = findFirefox()
if (!executable) {
  console.warn('The tests of the console in Firefox were skipped: none was found (FIREFOX_PATH names one).')
}

const all = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})]`
const having = (selector: string, text: string) =>
  `${all(selector)}.find((each) => each.textContent.includes(${JSON.stringify(text)}))`
const named = (selector: string, name: string) =>
  `document.querySelector(${JSON.stringify(`${selector}[aria-label="${name}"]`)})`
/** Pixels by which something is wider than the window. */
const overflow = 'document.documentElement.scrollWidth - innerWidth'

describe.skipIf(!executable)('the console in Firefox', () => {
  const { service } = serviceOfFile()
  let profile: string
  let page: Firefox
  const go = (path: string) => page.open(service().address + path)
  beforeAll(async () => {
    profile = await mkdtemp(join(inject('scratchFolder'), 'firefox-'))
    page = await launchFirefox(executable ?? '', profile)
  })
  afterAll(async () => {
    await page?.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  it('signs in, and answers the first call', async () => {
    await go('/')
    await page.evaluate(`localStorage.setItem('carillon-language', 'en')`)
    await go('/')
    await page.click(`document.querySelector('input[type=password], form input')`)
    await page.type(service().token)
    await page.click(having('form button', 'Sign in'))
    await page.click(having('button', 'Answer the call'))
    await page.until(having('main *', 'Waiting for you to press a key.'))
    await page.click(named('button', 'Key 1'))
    await page.until(having('[role=log]', 'Thank you'))
    expect(await page.evaluate(overflow)).toBe(0)
  })

  it('shows the picture of a call with its numbers, and the conversation of one', async () => {
    const { call } = service()
    await call('/api/console/settings', jsonBody({ protectNewTasks: false }))
    const dataSourceId = await addList(service(), 'watched', ['13800138000', '13800138070'])
    const id = await addTask(service(), {
      dataSourceId,
      taskName: 'watched',
      flow: confirmFlow,
      maxDialCount: 1,
    })
    await moveTask(service(), 'publish', id)
    const counted = async () => (await call<{ calls: number }>(`/api/task/${id}/flow/report`))?.data.calls
    await expect.poll(counted).toBe(2)

    await go(`/tasks/${id}?tab=call`)
    await page.until(
      `${having('.picture-label', 'Machine')}?.querySelector('.picture-count')?.textContent === '1'`,
    )
    // Every line has a way, and every card is within the picture.
    await page.until(`${all('path.react-flow__edge-path')}.length >= 7`)
    const box = (each: string) => `${each}.getBoundingClientRect()`
    const cards = `${all('.picture [data-card]')}.map((card) => ${box('card')})`
    await page.until(`(({ top, bottom, left, right }) => ${cards}.every((card) =>
      card.top >= top && card.bottom <= bottom && card.left >= left && card.right <= right && card.width > 40
    ))(${box(`document.querySelector('.picture')`)})`)
    expect(await page.evaluate(`${cards}.length`)).toBe(6)

    await go(`/tasks/${id}?tab=contacts`)
    await page.click(having('tbody button', '13800138000'))
    await page.until(having('[role=dialog] *', 'Press 1 to confirm.'))
    expect(await page.evaluate(overflow)).toBe(0)
  })

  it('builds a call in its picture', async () => {
    const dataSourceId = await addList(service(), 'built', ['13800138000'])
    const id = await addTask(service(), { dataSourceId, taskName: 'built', flow: confirmFlow })
    await go(`/tasks/${id}/edit`)
    await page.click(having('[data-card]', 'Another time.'))
    await page.click(`document.querySelector('aside textarea')`)
    await page.type('Until then. ')
    await page.until(having('[data-card]', 'Until then.'))
    await page.until(having('[role=status]', builderMessages.en.fine))
    expect(await page.evaluate(overflow)).toBe(0)
    await page.click(having('form button', 'Save'))
    await page.until(`location.pathname === '/tasks/${id}'`)
  })

  it('shows overview, tasks, reports, settings and the wall', async () => {
    for (const path of ['/', '/tasks', '/reports', '/settings/numbers']) {
      await go(path)
      await page.until(`document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root')`)
      expect(await page.evaluate(overflow), path).toBe(0)
    }
    await go('/wall')
    await page.until(having('body *', 'Lines in use'))
    expect(page.faults).toEqual([])
  })
})
