import { callWords } from '@carillon/server/words/calls'
import { expect, it } from 'vitest'
import { numbersMessages } from '../src/features/numbers/numbers.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { downloaded } from './support/files.ts'
import { addList, addTask, moveTask } from './support/story.ts'

describeConsole('the history of a number', (console) => {
  it.each(['en'] as const)(
    'is reached from a call and from the box, and exported, in %s',
    async (language) => {
      const t = numbersMessages[language]
      const phone = language === 'en' ? '+86 138-0013-8000' : '13900139000'
      const service = console.service()
      const source = await addList(service, `numbers ${language}`, [phone])
      const task = await addTask(service, { taskName: `numbers ${language}`, dataSourceId: source })
      await moveTask(service, 'publish', task)
      const page = await console.open(`/tasks/${task}?tab=calls`, { language })
      await page.getByRole('link', { name: phone }).click()

      await page.getByRole('heading', { name: phone, level: 1 }).waitFor()
      const row = page.getByRole('list', { name: t.label }).locator('> li')
      await row.getByText(callWords[language].endings.successful).first().waitFor()
      await row.getByRole('link', { name: `numbers ${language}` }).waitFor()
      await page.getByText(t.may, { exact: true }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: partsMessages[language].export }).click()
      const file = await downloaded(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
      expect(file.content.toString('utf8')).toContain(tasksMessages[language].causes['answered'])

      // A complaint: the call back is a call of the task, and then there are no more.
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: t.callBack.open, exact: true }).click()
      await dialog.getByRole('button', { name: t.callBack.action, exact: true }).click()
      await expect.poll(() => row.count()).toBe(2)
      await page.getByRole('button', { name: t.forbid.open, exact: true }).click()
      await dialog.getByRole('button', { name: t.forbid.action, exact: true }).click()
      await page.getByText(t.mayNot, { exact: true }).waitFor()

      await page.getByLabel(t.lookUp).fill('13700137000')
      await page.getByRole('button', { name: t.action }).click()
      await page.getByText(t.emptyHint).waitFor()
      await page.getByLabel(t.lookUp).fill('not a number')
      await page.getByRole('button', { name: t.action }).click()
      await page.getByText(t.invalid).waitFor()
      // The drawer of a contact leads there, too.
      await page.goto(`/data-sources/${source}`)
      await page.locator('tbody tr').first().click()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: partsMessages[language].numberHistory })
        .click()
      await page.getByRole('heading', { name: phone, level: 1 }).waitFor()
    },
  )

  it('is called once, at a time that is chosen, unless that is cancelled', async () => {
    const { call: t, waiting } = numbersMessages.en
    const source = await addList(console.service(), 'reminders', ['13700137009'])
    await addTask(console.service(), { taskName: 'Reminders', dataSourceId: source })
    const page = await console.open('/numbers?number=13700137001')
    await page.getByRole('button', { name: t.open, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: t.task }).click()
    await page.getByRole('option', { name: 'Reminders' }).click()
    await dialog.getByLabel(t.time).fill('2090-01-02 09:30')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.action, exact: true }).click()
    await page.getByRole('heading', { name: waiting.title(1) }).waitFor()
    await page.getByRole('button', { name: waiting.cancel }).click()
    await expect.poll(() => page.getByRole('heading', { name: waiting.title(1) }).count()).toBe(0)
  })

  it('has notes about the person, which stand in the history', async () => {
    const { notes: t, label, emptyHint } = numbersMessages.en
    const page = await console.open('/numbers?number=13700137021')
    const field = page.getByLabel(t.label)
    await field.fill('Hard of hearing')
    await page.getByRole('button', { name: t.add, exact: true }).click()
    const notes = page.getByRole('list', { name: t.title })
    await notes.getByText('Hard of hearing').waitFor()
    expect(await field.inputValue()).toBe('')
    const events = page.getByRole('list', { name: label, exact: true })
    await events.getByText('Hard of hearing').waitFor()
    await expectAccessible(page)
    await notes.getByRole('button', { name: t.delete }).click()
    await notes.waitFor({ state: 'detached' })
    // It is told when the page is left.
    await page.reload()
    await page.getByText(emptyHint).waitFor()
  })

  it('can be looked up from the navigation, and fits a phone', async () => {
    const page = await console.open('/', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name: 'Number history' }).click()
    await page.getByText('Look up a number').waitFor()
    await page.getByLabel('Phone number').fill('911')
    await page.keyboard.press('Enter')
    await page.getByText('Is never called').waitFor()
    await page.getByText('Emergency number').waitFor()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
