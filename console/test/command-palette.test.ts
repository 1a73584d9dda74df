import { expect, it } from 'vitest'
import { commandPaletteMessages } from '../src/features/command-palette/command-palette.messages.ts'
import { settingsMessages } from '../src/features/settings/settings.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('the command palette', (console) => {
  it('reaches pages, tasks, data sources, numbers and actions by keyboard', async () => {
    const t = commandPaletteMessages.en
    const service = console.service()
    const source = await addList(service, 'palette list', numbers(3))
    const task = await addTask(service, {
      taskName: 'palette task',
      dataSourceId: source,
      scheduledStartTime: '2099-01-01 00:00:00',
    })
    await moveTask(service, 'publish', task)
    const page = await console.open('/settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page behind the palette is judged too, so it is there: what scrolls can be reached by keyboard only then.
    await page
      .getByRole('region', { name: settingsMessages.en.country.title })
      .getByRole('combobox')
      .waitFor()
    const field = page.getByRole('dialog').getByLabel(t.search)
    async function open() {
      await page.keyboard.press('Control+k')
      await field.waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    }
    // At once: keys that come before the palette is there are not lost.
    async function choose(text: string, command: string) {
      await field.waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await page.getByRole('dialog').getByRole('button', { name: command }).first().waitFor()
    }

    await choose('palette list', 'palette list')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/data-sources/${source}`)
    await field.waitFor({ state: 'detached' })
    // The keyboard goes on from the heading of the new page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await choose('task', t.pause('palette task'))
    const chosen = page.locator('[data-selected]')
    while ((await chosen.allTextContents()).join() !== t.pause('palette task'))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(tasksMessages.en.done.pause).waitFor()
    const detail = await service.call<{ status: number }>(`/api/task/detail/${task}`)
    expect(detail?.data.status).toBe(2)

    await choose('138 0013 8000', t.number('138 0013 8000'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/numbers?number=138%200013%208000')

    await choose(t.newDataSource, t.newDataSource)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/data-sources')
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await page.keyboard.press('Escape')

    await choose('trunks', 'Settings: Trunks')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/trunks')

    await open()
    await page.keyboard.type('nothing is called that')
    await page.getByText(t.nothing).waitFor()
  })

  it('has the focus as soon as it can be seen', async () => {
    const t = commandPaletteMessages.en
    const page = await console.open('/settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // What a dialog does by itself, right after it is there, comes late on a busy machine.
    await page.evaluate(() => {
      const setTimeout = window.setTimeout
      window.setTimeout = ((run: TimerHandler, delay = 60_000) =>
        setTimeout(run, delay)) as typeof window.setTimeout
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type(t.newDataSource)
    await page.getByRole('dialog').getByRole('button', { name: t.newDataSource }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/data-sources')
  })
})
