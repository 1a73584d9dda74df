// Every dialog gives the focus back to the control that opened it, and a page takes it with its heading.
import type { JSHandle, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the focus', (console) => {
  /** The control that has the focus, whatever the page adds beside it. */
  const focused = (page: Page) => page.evaluateHandle(() => document.activeElement)
  const hasFocus = (element: JSHandle<Element | null>) =>
    element.evaluate((it) => it === document.activeElement)

  async function focusOpener(page: Page, name: string | RegExp) {
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A page without rows has a second such button below; whichever is there first is used.
    await page.getByRole('button', { name }).first().focus()
    return await focused(page)
  }

  async function openWithEnter(path: string, name: string | RegExp) {
    const page = await console.open(path)
    const opener = await focusOpener(page, name)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').first()
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    return { page, opener, dialog }
  }

  /** On a busy machine the timers of a dialog come long after it was opened, used and closed. */
  async function delayTimers(page: Page): Promise<void> {
    await page.evaluate(() => {
      const setTimeout = window.setTimeout
      window.setTimeout = ((run: TimerHandler, delay?: number) =>
        setTimeout(run, delay === 0 || (delay ?? 0) > 30 ? delay : 60_000)) as typeof window.setTimeout
    })
  }

  /** Records the names that dialogs have in the moment in which they are there. */
  async function watchDialogs(page: Page): Promise<void> {
    await page.evaluate(() => {
      const shown: string[] = []
      Object.assign(globalThis, { shownDialogs: shown })
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        for (const element of added.filter((node) => node instanceof HTMLElement)) {
          const dialog = element.matches('[role="dialog"]')
            ? element
            : element.querySelector('[role="dialog"]')
          if (!dialog) continue
          const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
          shown.push(title?.textContent ?? '')
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
  }
  const shownDialogs = (page: Page) =>
    page.evaluate(() => (globalThis as { shownDialogs?: string[] }).shownDialogs)

  it.each([
    ['/data-sources', 'New data source'],
    ['/do-not-call', 'New list'],
    ['/audio', /Upload/],
    ['/settings/tokens', 'New token'],
    ['/settings/numbers', 'New calendar'],
  ])('on %s goes back to %s', async (path, name) => {
    const { page, opener, dialog } = await openWithEnter(path, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })

  it.each(['Edit', 'Import', 'Add contact'])('on a data source goes back to %s', async (name) => {
    const id = await addDataSource(console.service(), `focus ${name}`)
    const { page, opener, dialog } = await openWithEnter(`/data-sources/${id}`, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })

  it.each(['Stop', 'Reschedule', 'Recall'])('on a task goes back to %s', async (name) => {
    const service = console.service()
    const dataSourceId = await addList(service, `focus ${name}`, ['13800138000'])
    const id = await addTask(service, { taskName: `focus ${name}`, dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const { page, opener, dialog } = await openWithEnter(`/tasks/${id}`, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })

  it('goes to the heading when the control has disappeared, and to the drawer below a question', async () => {
    const service = console.service()
    const id = await addDataSource(service, 'focus of a row')
    await service.call(`/api/dataSource/${id}/contact/add`, jsonBody({ phoneNumber: '13800138000' }))
    const { page, dialog } = await openWithEnter(`/data-sources/${id}`, 'Calls to 13800138000')
    const remove = dialog.getByRole('button', { name: 'Delete' })
    await remove.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog').filter({ hasText: 'no task dials it again' })
    const isAsked = () =>
      expect
        .poll(() =>
          question.evaluate((it) => it.querySelector('[data-autofocus]') === document.activeElement),
        )
        .toBe(true)
    await isAsked()
    await page.keyboard.press('Escape')
    await expect.poll(() => remove.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await isAsked()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('stays in a dialog with the Tab key, in both directions', async () => {
    const id = await addDataSource(console.service(), 'focus in a circle')
    const { page, dialog } = await openWithEnter(`/data-sources/${id}`, 'Add contact')
    const first = await focused(page)
    // As far as one key leads and no further; then a round.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await hasFocus(first)).toBe(true)
    const places = await dialog.locator('a[href], button, input, textarea').count()
    for (let key = 0; key < 2 * places; key += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
  })

  it.each(['reduce', 'no-preference'] as const)(
    'follows a dialog at once, without waiting for a timer, with motion %s',
    async (reducedMotion) => {
      const service = console.service()
      const id = await addDataSource(service, `focus at once ${reducedMotion}`)
      await service.call(`/api/dataSource/${id}/contact/add`, jsonBody({ phoneNumber: '13800138000' }))
      const page = await console.open(`/data-sources/${id}`, { reducedMotion })
      await page.getByRole('button', { name: 'Calls to 13800138000' }).waitFor()
      await delayTimers(page)
      await watchDialogs(page)
      const dialog = page.getByRole('dialog')
      const hasTheFocus = (it: Locator) => it.evaluate((element) => element.contains(document.activeElement))

      for (const name of ['Import', 'Add contact', 'Edit', 'Calls to 13800138000']) {
        const opener = await focusOpener(page, name)
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        expect(await hasTheFocus(dialog)).toBe(true)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(await hasFocus(opener)).toBe(true)
      }

      // Escape answers the question that was just asked, not the drawer below it.
      await page.keyboard.press('Enter')
      const remove = dialog.getByRole('button', { name: 'Delete' })
      await remove.focus()
      await page.keyboard.press('Enter')
      const question = dialog.filter({ hasText: 'no task dials it again' })
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await hasTheFocus(remove)).toBe(true)
      expect(await shownDialogs(page)).toEqual([
        expect.stringMatching(/Import/),
        expect.stringMatching(/contact/i),
        expect.stringMatching(/data source/i),
        expect.stringContaining('13800138000'),
        expect.stringContaining('13800138000'),
        expect.stringMatching(/./),
      ])
    },
  )

  it('is taken by a dialog that is loaded late, and goes back to its control', async () => {
    const id = await addDataSource(console.service(), 'focus of a late dialog')
    const page = await console.open('/data-sources')
    let load = () => {}
    const isAsked = new Promise<void>((resolve) => {
      void page.route(/import-dialog/, async (route) => {
        resolve()
        await new Promise<void>((done) => {
          load = done
        })
        await route.continue()
      })
    })
    await page.goto(`/data-sources/${id}`)
    await page.getByRole('button', { name: 'Export' }).waitFor()
    const opener = await focusOpener(page, 'Import')
    await page.keyboard.press('Enter')
    await isAsked
    expect(await hasFocus(opener)).toBe(true)
    await page.keyboard.press('Escape')
    load()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await hasFocus(opener)).toBe(true)
  })

  it('stays where a click on nothing has left it', async () => {
    const page = await console.open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).focus()
    await page
      .locator('.shell-header, header')
      .first()
      .click({ position: { x: 400, y: 5 } })
    await page.evaluate(() => document.body.append(document.createElement('i')))
    await page.waitForTimeout(0)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})
