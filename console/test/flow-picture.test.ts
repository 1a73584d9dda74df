// The call of a task as a picture: read and walked through with the arrow keys, and built by mouse or by keyboard.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { flowsMessages } from '../src/features/flows/flows.messages.ts'
import { pictureMessages } from '../src/features/flows/picture/picture.messages.ts'
import { taskContactsMessages } from '../src/features/tasks/detail/contacts/task-contacts.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole, FAST_SIMULATOR } from './support/console-test.ts'
import { addList, addTask, confirmFlow, moveTask } from './support/story.ts'

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

/** From the middle of one element to the middle of another, as a hand does it. */
async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 3, { steps: 8 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
}

describeConsole(
  'the picture of a call',
  (console) => {
    it('shows twelve steps on one screen, and is read with the arrow keys', async () => {
      const page = await console.open(`/tasks/${await addCall(console, 'twelve')}?tab=call`)
      const card = (name: RegExp) => page.getByRole('button', { name })
      await card(/^1\. Ask for keys confirm ?Press 1 to confirm\./).waitFor()
      await expect.poll(() => page.locator('.picture-card-title').count()).toBe(13)
      await expect.poll(() => page.locator('.react-flow__edge-path').count()).toBeGreaterThan(13)
      const inSight = () =>
        page.locator('.picture [data-card]').evaluateAll((cards) =>
          cards.every((each) => {
            const { top, bottom, left, right } = each.getBoundingClientRect()
            return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
          }),
        )
      await expect.poll(inSight).toBe(true)
      // The lines say what a key means, and who answers.
      const labels = await page.locator('.picture-label').allTextContents()
      expect(labels).toEqual(
        expect.arrayContaining(['Confirmed · key 1', 'Call later · key 2', 'No valid key', 'Machine']),
      )
      await expectAccessible(page)
      // A line for each of them, also after the cards were measured.
      await expect.poll(() => page.locator('path.react-flow__edge-path').count()).toBe(18)

      await page.getByRole('button', { name: t.start }).focus()
      await press(page, 'ArrowDown', 'ArrowDown')
      if ((await focused(page)) === '') await press(page, 'ArrowDown')
      await card(/^1\. Ask for keys/).focus()
      await press(page, 'ArrowDown')
      expect(['choice', 'nothing']).toContain(await focused(page))
      await press(page, 'ArrowUp')
      expect(await focused(page)).toBe('confirm')

      // The list is one key away, and remembered by the browser.
      await press(page, 'v')
      await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
      await page.reload()
      await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
      expect(await page.locator('.picture').count()).toBe(0)
      await press(page, 'v')
      await card(/^1\. Ask for keys/).waitFor()
    })

    it('is what the page of a task begins with, also that of a draft', async () => {
      const service = console.service()
      const id = await addCall(console, 'first seen')
      const page = await console.open(`/tasks/${id}`)
      const card = page.getByRole('button', { name: /^1\. Ask for keys confirm/ })
      const isSeen = () =>
        card.evaluate((it) => {
          const { top, bottom } = it.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        })
      await card.waitFor()
      expect(await isSeen()).toBe(true)
      // Nobody was called: there is only how many will be, and when.
      await page.getByRole('term').filter({ hasText: publishMessages.en.rung }).waitFor()
      expect(await page.getByRole('definition').getByText('0', { exact: true }).count()).toBe(0)
      await moveTask(service, 'publish', id)
      await page.getByRole('term').filter({ hasText: tasksMessages.en.detail.callsPerSuccess }).waitFor()
      await card.waitFor()
      expect(await isSeen()).toBe(true)
    })

    it('of fifty steps begins where it can be read, with a small map', async () => {
      const steps = Array.from({ length: 50 }, (_, index) => ({
        id: `s${index + 1}`,
        type: 'say',
        text: `Sentence ${index + 1}.`,
      }))
      const dataSourceId = await addList(console.service(), 'fifty', ['13800138000'])
      const id = await addTask(console.service(), { dataSourceId, taskName: 'fifty', flow: { steps } })
      const page = await console.open(`/tasks/${id}?tab=call`)
      await page.getByRole('button', { name: t.start }).waitFor()
      await expect.poll(() => page.locator('path.react-flow__edge-path').count()).toBe(51)
      /** Of a letter on the screen. */
      const letter = () =>
        page.locator('[data-card="s1"]').evaluate((it) => {
          const scale = it.getBoundingClientRect().width / (it as HTMLElement).offsetWidth
          return scale * Number.parseFloat(getComputedStyle(it).fontSize)
        })
      await expect.poll(letter).toBeGreaterThanOrEqual(9)
      await page.getByRole('img', { name: t.map }).waitFor()
      // No card is ever below the buttons or the map: they are beside what is drawn.
      const rightOf = (selector: string) =>
        page.locator(`.picture ${selector}`).evaluate((it) => it.getBoundingClientRect().right)
      const canvas = (await page.locator('.react-flow').boundingBox())?.x
      expect(canvas).toBeGreaterThanOrEqual(await rightOf('.picture-tools'))
      expect(canvas).toBeGreaterThanOrEqual(await rightOf('.picture-map'))
      await expectAccessible(page)
      await page.getByRole('button', { name: t.fit }).click()
      await expect.poll(letter).toBeLessThan(9)
      // A worker has placed it, not the page.
      expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('place-picture')])
    })

    it('shows a case without a step as open, until it is given one', async () => {
      const id = await addCall(console, 'open end')
      const page = await console.open(`/tasks/${id}/edit`)
      const card = (name: string) =>
        page.locator('[data-card]', { has: page.getByText(name, { exact: true }) })
      await card('choice').click()
      const panel = page.getByRole('complementary')
      await panel.getByRole('button', { name: 'Add a case' }).click()
      await page.locator('[data-open]').waitFor()
      await card('choice').getByText('no step yet').waitFor({ state: 'attached' })
      await press(page, 'Escape')
      const line = page.locator('[data-id$=" case 1"]').locator('.react-flow__edgeupdater-target')
      await dragTo(page, line, card('thanks'))
      await page.locator('[data-open]').waitFor({ state: 'detached' })
    })

    it('is a list on a phone', async () => {
      const id = await addCall(console, 'phone')
      const page = await console.open(`/tasks/${id}?tab=call`, { viewport: { width: 390, height: 844 } })
      await page.getByRole('list', { name: flowsMessages.en.outline }).waitFor()
      expect(await page.locator('.picture').count()).toBe(0)
      expect(await page.getByRole('radiogroup', { name: t.view }).count()).toBe(0)
    })
    it('is built by mouse: steps on lines, lines to other steps, undo and redo', async () => {
      const id = await addCall(console, 'by mouse')
      const page = await console.open(`/tasks/${id}/edit`)
      const words = builderMessages.en
      const card = (name: string) =>
        page.locator('[data-card]', { has: page.getByText(name, { exact: true }) })
      const panel = page.getByRole('complementary')
      // The panel lies over the picture, which makes the step readable and moves it out of the way.
      await card('goodbye').click()
      const boxOf = async (it: Locator) => (await it.boundingBox()) ?? { x: 0, width: 0 }
      const widthOf = async () => (await boxOf(card('goodbye'))).width
      await expect.poll(widthOf).toBeGreaterThanOrEqual(180)
      const { x, width } = await boxOf(card('goodbye'))
      expect(x + width).toBeLessThanOrEqual((await boxOf(panel)).x)
      await press(page, 'Escape')
      await expect.poll(widthOf).toBeLessThan(180)

      await card('confirm').click()
      await panel.getByLabel('Text', { exact: true }).fill('Press 1 or 2.')
      await card('confirm').getByText('Press 1 or 2.').waitFor()
      await press(page, 'Escape')

      // A step between two steps: it is no mistake before it is left.
      const before = await page.locator('[data-card]').count()
      await page.locator('.picture-label', { hasText: 'Call later · key 2' }).getByRole('button').click()
      await page.getByRole('menuitem', { name: /^Say/ }).click()
      await expect.poll(() => page.locator('[data-card]').count()).toBe(before + 1)
      const text = panel.getByLabel('Text', { exact: true })
      await expect.poll(() => text.evaluate((it) => it === document.activeElement)).toBe(true)
      expect(await page.getByText('“Text” is still empty').count()).toBe(0)
      await text.fill('One moment.')
      await page.getByText(words.fine).waitFor()
      await expectAccessible(page)
      await press(page, 'Escape')
      await expect.poll(widthOf).toBeLessThan(180)
      await page.locator('.picture').scrollIntoViewIfNeeded()

      // The end of a line is dragged to another step.
      const line = page.locator('[data-id$=" case 0"]').locator('.react-flow__edgeupdater-target')
      await dragTo(page, line, card('goodbye'))
      await card('choice')
        .getByText('Confirmed · key 1 → goodbye, Call later · key 2 → say')
        .waitFor({ state: 'attached' })
      await card('choice').click()
      await expect.poll(() => panel.getByLabel('Case 1 continues with').inputValue()).toContain('goodbye')
      await page.getByRole('button', { name: words.undo }).first().click()
      await expect.poll(() => panel.getByLabel('Case 1 continues with').inputValue()).toContain('thanks')
      await page.getByRole('button', { name: words.redo }).click()
      await expect.poll(() => panel.getByLabel('Case 1 continues with').inputValue()).toContain('goodbye')

      // Otherwise nothing would lead to the thanks.
      await page.getByRole('button', { name: words.undo }).first().click()
      await page.getByText(words.fine).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'by mouse', level: 1 }).waitFor()
      const saved = await console.service().call<{ flow: typeof flow }>(`/api/task/${id}/settings`)
      expect(saved?.data.flow.steps.slice(0, 4)).toMatchObject([
        { id: 'confirm', text: 'Press 1 or 2.' },
        { id: 'choice', cases: [{ next: 'thanks' }] },
        { id: 'say', text: 'One moment.' },
        { id: 'later' },
      ])
    })

    it('is built by keyboard alone', async () => {
      const id = await addCall(console, 'by keyboard')
      const page = await console.open(`/tasks/${id}/edit`)
      const words = builderMessages.en
      const start = page.getByRole('button', { name: t.start })
      await start.waitFor()
      const cards = page.locator('[data-card]')
      const count = await cards.count()
      await start.focus()
      // A first step.
      await press(page, '+')
      const say = page.getByRole('menuitem', { name: /^Say/ })
      await expect.poll(() => say.evaluate((it) => it === document.activeElement)).toBe(true)
      await press(page, 'Enter')
      await page.keyboard.type('Good morning.')
      await expect.poll(() => cards.count()).toBe(count + 1)
      await press(page, 'Escape')
      expect(await focused(page)).toBe('say')
      await press(page, 'd')
      await expect.poll(() => cards.count()).toBe(count + 2)
      await press(page, 'Escape')
      expect(await focused(page)).toBe('say2')
      await press(page, 'Delete')
      await expect.poll(() => cards.count()).toBe(count + 1)
      expect(await focused(page)).toBe('say')
      await press(page, 'Control+z')
      await expect.poll(() => cards.count()).toBe(count + 2)
      await press(page, 'Control+Shift+Z')
      await expect.poll(() => cards.count()).toBe(count + 1)
      // Back in the list, which has the same steps.
      await press(page, 'v')
      await page.getByRole('list', { name: words.steps }).getByText('Good morning.').waitFor()
    })

    it('shows which ways the calls of a task took, and leads to their contacts', async () => {
      const service = console.service()
      await service.call('/api/console/settings', jsonBody({ protectNewTasks: false }))
      // The last digit but one decides on who answers: a person, who presses nothing, and a machine.
      const dataSourceId = await addList(service, 'watched', ['13800138000', '13800138070'])
      const body = { dataSourceId, taskName: 'watched', flow: confirmFlow, maxDialCount: 1 }
      const id = await addTask(service, body)
      await moveTask(service, 'publish', id)
      const counted = async () =>
        (await service.call<{ calls: number }>(`/api/task/${id}/flow/report`))?.data.calls
      await expect.poll(counted).toBe(2)

      const page = await console.open(`/tasks/${id}?tab=call`)
      const ways = page.getByRole('table', { name: t.ways })
      const line = page.locator('.picture-label', { hasText: 'Machine' })
      await expect.poll(() => line.locator('.picture-count').textContent()).toBe('1')
      await expectAccessible(page)
      const contact = (number: string) => page.getByRole('row', { name: new RegExp(number) })
      const removing = (words: string) =>
        page.getByRole('button', { name: taskContactsMessages.en.withoutFilter(words) })
      await page.getByRole('link', { name: t.showContacts('confirm', 'No valid key: 1') }).click()
      await contact('13800138000').waitFor()
      expect(await contact('13800138070').count()).toBe(0)
      expect(page.url()).toContain('contact-step=confirm&contact-exit=noInput')
      const chip = removing('Took “no valid keys” at step “confirm”')
      await chip.waitFor()
      await expectAccessible(page)
      await chip.click()
      await contact('13800138070').waitFor()
      expect(page.url()).not.toContain('contact-')

      // From the table, by keyboard.
      await page.goBack()
      await press(page, 'v')
      await ways.getByRole('row', { name: /^confirm no valid keys bye confirm, no valid keys: 1/ }).waitFor()
      await expectAccessible(page)
      await ways.getByRole('link', { name: t.showContacts('Call answered', 'a machine: 1') }).focus()
      await press(page, 'Enter')
      await contact('13800138070').waitFor()
      expect(await contact('13800138000').count()).toBe(0)
      await removing('Who answered: Machine').waitFor()
    })

    it('shows each new call on the lines that it took, and only the number where motion is reduced', async () => {
      const service = console.service()
      const dataSourceId = await addList(service, 'alive', ['13800138000'])
      const id = await addTask(service, {
        dataSourceId,
        taskName: 'alive',
        flow: confirmFlow,
        maxDialCount: 1,
      })
      await moveTask(service, 'publish', id)
      for (const reducedMotion of ['no-preference', 'reduce'] as const) {
        const page = await console.open('/tasks', { reducedMotion })
        let calls = 10
        await page.route('**/api/task/*/flow/report*', async (route) => {
          const answer = await route.fetch()
          const { data, ...others } = await answer.json()
          const edges = [
            { from: null, exit: null, to: 'confirm', calls },
            { from: 'confirm', exit: 'noInput', to: 'bye', calls },
          ]
          await route.fulfill({ response: answer, json: { ...others, data: { ...data, calls, edges } } })
        })
        await page.route(`**/api/task/detail/${id}`, async (route) => {
          const answer = await route.fetch()
          const { data, ...others } = await answer.json()
          await route.fulfill({ response: answer, json: { ...others, data: { ...data, status: 1 } } })
        })
        await page.goto(`/tasks/${id}?tab=call`)
        const number = page.locator('.picture-label', { hasText: 'No valid key' }).locator('.picture-count')
        await expect.poll(() => number.textContent()).toBe('10')
        // What moves is counted from here on: it is soon over.
        await page.evaluate(() => {
          const seen = { dots: 0, flashes: 0 }
          Object.assign(globalThis, { seen })
          const { animate } = Element.prototype
          Element.prototype.animate = function (...given) {
            if (this.classList.contains('picture-call')) seen.dots += 1
            if (this.closest('.picture-count')) seen.flashes += 1
            return animate.apply(this, given)
          }
        })
        calls = 12
        await expect.poll(() => number.textContent()).toBe('12')
        const seen = () => page.evaluate(() => (globalThis as unknown as { seen: unknown }).seen)
        // Two calls on each of two lines.
        expect(await seen()).toEqual(
          reducedMotion === 'reduce' ? { dots: 0, flashes: 2 } : { dots: 4, flashes: 0 },
        )
        await expect.poll(() => page.locator('.picture-call').count()).toBe(0)
      }
    })
  },
  // Otherwise chance decides which of the few calls press a key in time.
  { SIMULATOR: `${FAST_SIMULATOR}, press.none=100` },
)
