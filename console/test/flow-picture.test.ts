// The call of a task as a picture: read, and walked through with the arrow keys.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { flowsMessages } from '../src/features/flows/flows.messages.ts'
import { pictureMessages } from '../src/features/flows/picture/picture.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole } from './support/console-test.ts'
import { addList, addTask } from './support/story.ts'

const t = pictureMessages.en

const flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  onScreening: { say: 'The clinic at the lake.' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1 to confirm.', keys: '12', noInput: 'nothing' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }] },
    { id: 'later', type: 'set', field: 'callbackTime', value: '+2h' },
    { id: 'goodbye', type: 'say', text: 'We call you again.', next: 'end' },
    { id: 'thanks', type: 'say', text: 'Thank you.', next: 'end' },
    { id: 'nothing', type: 'say', text: 'We did not get an answer.', next: 'person' },
    { id: 'person', type: 'transfer', to: 'queue:reception' },
    { id: 'sorry', type: 'say', text: 'Nobody is free.', next: 'leave' },
    { id: 'leave', type: 'record', what: 'message', next: 'again' },
    {
      id: 'again',
      type: 'gather',
      text: 'Press 9 to hear it again.',
      keys: '9',
      next: 'confirm',
      noInput: 'end',
    },
    { id: 'message', type: 'say', text: 'Please call us back.' },
    { id: 'end', type: 'hangup' },
  ],
}

async function addCall(console: ConsoleOfFile, taskName: string): Promise<string> {
  const dataSourceId = await addList(console.service(), taskName, ['13800138000'])
  return addTask(console.service(), { dataSourceId, taskName, flow, successWhen: 'digits.confirm == "1"' })
}

/** The name of the step that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.picture-card-id')?.textContent ?? '')

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

describeConsole('the picture of a call', (console) => {
  it('shows twelve steps on one screen, and is read with the arrow keys', async () => {
    const page = await console.open(`/tasks/${await addCall(console, 'twelve')}?tab=call`)
    const card = (name: RegExp) => page.getByRole('button', { name })
    await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
    await press(page, 'v')
    await card(/^1\. Ask for keys confirm ?Press 1 to confirm\./).waitFor()
    await expect.poll(() => page.locator('.picture-card-title').count()).toBe(13)
    const inSight = () =>
      page.locator('.picture [data-card]').evaluateAll((cards) =>
        cards.every((each) => {
          const { top, bottom, left, right } = each.getBoundingClientRect()
          return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        }),
      )
    await expect.poll(inSight).toBe(true)
    // The lines say the key, and who answers.
    const labels = await page.locator('.picture-label').allTextContents()
    expect(labels).toEqual(expect.arrayContaining(['1', 'otherwise', 'no valid keys', 'a machine']))
    await expectAccessible(page)

    await page.getByRole('button', { name: t.start }).focus()
    await press(page, 'ArrowDown', 'ArrowDown')
    if ((await focused(page)) === '') await press(page, 'ArrowDown')
    await card(/^1\. Ask for keys/).focus()
    await press(page, 'ArrowDown')
    expect(['choice', 'nothing']).toContain(await focused(page))
    await press(page, 'ArrowUp')
    expect(await focused(page)).toBe('confirm')

    // The list is one key away.
    await press(page, 'v')
    await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
    await press(page, 'v')
    await card(/^1\. Ask for keys/).waitFor()
  })

  it('is a list on a phone', async () => {
    const id = await addCall(console, 'phone')
    const page = await console.open(`/tasks/${id}?tab=call`, { viewport: { width: 390, height: 844 } })
    await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
    expect(await page.locator('.picture').count()).toBe(0)
    expect(await page.getByRole('radiogroup', { name: t.view }).count()).toBe(0)
  })
})
