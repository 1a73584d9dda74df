// A day at the desk without a mouse, in both languages: every step is a key that is pressed, and the focus is never lost.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { commandPaletteMessages } from '../src/features/command-palette/command-palette.messages.ts'
import { contactsMessages } from '../src/features/contacts/contacts.messages.ts'
import { dataSourcesMessages } from '../src/features/data-sources/data-sources.messages.ts'
import { operationsMessages } from '../src/features/tasks/operations.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { signInMessages } from '../src/shell/sign-in/sign-in.messages.ts'
import { describeConsole } from './support/console-test.ts'
import { closedWindow } from './support/story.ts'

describeConsole('the keyboard', (console) => {
  it.each(['en'] as const)('is enough for the whole story, in %s', async (language) => {
    const t = tasksMessages[language]
    const more = operationsMessages[language]
    const palette = commandPaletteMessages[language]
    const sources = dataSourcesMessages[language]
    const contacts = contactsMessages[language]
    const parts = partsMessages[language]
    // Its calls start at once, whatever the time is.
    await console.service().call('/api/console/settings', jsonBody({ protectNewTasks: false }))
    const page = await console.open('/', { language, isSignedIn: false })
    const keys = createKeys(page)

    await keys.tabTo(signInMessages[language].token)
    await page.keyboard.type(console.service().token)
    await page.keyboard.press('Enter')
    await keys.isAtHeading()

    async function command(text: string): Promise<void> {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByLabel(palette.search).waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
      await page.keyboard.type(text)
      await page.getByRole('dialog').getByRole('button', { name: text }).first().waitFor()
      await page.keyboard.press('Enter')
    }

    // A list with one contact.
    await command(palette.newDataSource)
    await keys.isAt(sources.form.name)
    await page.keyboard.type(`keys ${language}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `keys ${language}`, level: 1 }).waitFor()
    await keys.isAtHeading()
    await keys.tabTo(contacts.add)
    await page.keyboard.press('Enter')
    await keys.isAt(contacts.form.phoneNumber)
    await page.keyboard.type('13800138000')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: '13800138000' }).first().waitFor()
    await keys.isAt(contacts.add)

    // A task of it.
    await command(palette.newTask)
    await keys.isAtHeading()
    await keys.tabTo(t.form.taskName)
    await page.keyboard.type(`by keyboard ${language}`)
    await keys.tabTo(t.form.dataSourceId)
    await page.keyboard.type(`keys ${language}`)
    await page.getByRole('option', { name: `keys ${language}` }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await keys.tabTo(t.form.dailyStartTime)
    await page.keyboard.type(closedWindow().dailyStartTime)
    await keys.tabTo(t.form.dailyEndTime)
    await page.keyboard.type(closedWindow().dailyEndTime)
    await keys.tabTo(t.form.create)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `by keyboard ${language}`, level: 1 }).waitFor()
    await keys.isAtHeading()

    // Published: its button is gone, and the focus goes to the heading.
    await keys.tabTo(t.operations.publish)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(parts.named(more.window, '')).waitFor()
    await keys.tabTo(publishMessages[language].action)
    await page.keyboard.press('Enter')
    await page.getByText(t.done.publish).waitFor()
    await keys.isAtHeading()

    await keys.tabTo(t.operations.pause)
    await page.keyboard.press('Enter')
    await page.getByText(t.done.pause).waitFor()
    await keys.isAtHeading()

    // A dialog gives the focus back to its button, cancelled or not.
    await keys.tabTo(t.operations.reschedule)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(more.noChanges).waitFor()
    await page.keyboard.press('Escape')
    await keys.isAt(t.operations.reschedule)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(more.noChanges).waitFor()
    await keys.tabTo(t.form.maxDialCount)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('5')
    await page.getByRole('region', { name: more.changes }).getByText('3 → 5').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(more.rescheduled).waitFor()
    await keys.isAt(t.operations.reschedule)

    await keys.tabTo(t.operations.resume)
    await page.keyboard.press('Enter')
    await page.getByText(t.done.resume).waitFor()
    await keys.isAtHeading()

    await keys.tabTo(t.detail.tabs.overview)
    await page.keyboard.press('ArrowRight')
    await keys.tabTo(t.contacts.open('13800138000'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(t.contacts.recent).waitFor()
    await page.keyboard.press('Escape')
    await keys.isAt(t.contacts.open('13800138000'))

    await keys.tabTo(t.operations.stop)
    await page.keyboard.press('Enter')
    await keys.isAt(t.stopDialog.reason)
    await page.keyboard.type('the day is over')
    await keys.tabTo(t.stopDialog.action)
    await page.keyboard.press('Enter')
    await page.getByText(t.done.stop).waitFor()
    await keys.isAtHeading()

    await keys.tabTo(parts.export)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await keys.arrowTo(`${t.detail.export.all} CSV`)
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toMatch(/^by keyboard .+ \d{4}-\d{2}-\d{2}\.csv$/)
    await keys.isAt(parts.export)

    // A menu gives the focus back, too, and so does the question that one of its entries asks.
    await keys.tabTo(parts.more)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await keys.arrowTo(t.operations.close)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(t.closeQuestion.text).waitFor()
    await page.keyboard.press('Escape')
    await keys.isAt(parts.more)
  })
})

const MAX_KEYS = 150

function createKeys(page: Page) {
  /** What a screen reader would call the element with the focus. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return ''
      const labels =
        'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
      const words = labels.map((label) => label.innerText.replace(/\s*\*$/, '')).join(' ')
      return element.getAttribute('aria-label') ?? (words || element.innerText).trim()
    })
  async function pressUntil(name: string, keys: string[]): Promise<void> {
    const seen: string[] = []
    for (const key of keys) {
      const now = await focused()
      if (now === name) return
      seen.push(now)
      await page.keyboard.press(key)
    }
    throw new Error(`${name} was not reached: ${seen.slice(-30).join(' | ')}`)
  }
  return {
    /** Forwards to the end of the page and around. */
    tabTo: (name: string) => pressUntil(name, Array(MAX_KEYS).fill('Tab')),
    arrowTo: (name: string) => pressUntil(name, Array(30).fill('ArrowDown')),
    isAt: (name: string) => expect.poll(focused).toBe(name),
    isAtHeading: () => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1'),
  }
}
