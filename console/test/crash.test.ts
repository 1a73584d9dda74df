// A part of the page that throws takes neither the page nor what was typed with it.
import { expect, it } from 'vitest'
import { describeConsole } from './support/console-test.ts'

describeConsole('a crash', (console) => {
  it('of a drawer leaves the page and the form in it, and a reload leaves what was typed', async () => {
    const page = await console.open('/tasks/new', { flowView: 'list' })
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Reminders')
    await page
      .getByRole('button', { name: /^Use “/ })
      .first()
      .click()
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBeGreaterThan(1)
    const stepCount = await steps.count()
    await page.evaluate(() => {
      const { scrollIntoView } = Element.prototype
      Element.prototype.scrollIntoView = () => {
        Element.prototype.scrollIntoView = scrollIntoView
        throw new Error('broken on purpose')
      }
    })
    await page.getByRole('button', { name: 'Hear the call' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Answer the call' }).click()
    const broken = page.getByRole('dialog', { name: 'Something went wrong here' })
    await broken.getByText('broken on purpose').waitFor()
    expect(await name.inputValue()).toBe('Reminders')
    await broken.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog', { name: 'Hear the call' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.reload()
    await page.getByText('was restored').waitFor()
    expect(await name.inputValue()).toBe('Reminders')
    await expect.poll(() => steps.count()).toBe(stepCount)
    await page.getByRole('button', { name: 'Discard it' }).click()
    expect(await name.inputValue()).toBe('')
    await page.getByText('was restored').waitFor({ state: 'detached' })
    await page.reload()
    await name.waitFor()
    expect(await name.inputValue()).toBe('')
  })
})
