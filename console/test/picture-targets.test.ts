// What can be touched in a picture is large enough, however small the picture is, and covers neither words nor each other: the numbers
// of one that is read, the cards and the buttons of one that is built. A picture at rest does nothing.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { pictureMessages } from '../src/features/flows/picture/picture.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

const t = pictureMessages.en

const flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  onScreening: { say: 'The clinic at the lake.' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1 to confirm.', keys: '12', noInput: 'nothing' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }] },
    { id: 'goodbye', type: 'say', text: 'We call you again.', next: 'end' },
    { id: 'thanks', type: 'say', text: 'Thank you.', next: 'end' },
    { id: 'nothing', type: 'say', text: 'We did not get an answer.', next: 'end' },
    { id: 'message', type: 'say', text: 'Please call us back.' },
    { id: 'end', type: 'hangup' },
  ],
}

/** Of the lines with words, and of the steps in which there are calls, hung up and machines. */
const LINKS = 21

/** As if many calls were live: all numbers that a picture can have. */
async function reportManyCalls(page: Page): Promise<void> {
  const spoken = flow.steps.filter(({ type }) => type === 'say' || type === 'gather')
  await page.route('**/api/task/*/flow/report*', async (route) => {
    const answer = await route.fetch()
    const { data, ...others } = await answer.json()
    const steps = spoken.map(({ id }) => ({ step: id, calls: 1234, now: 12, hungUp: 34, failed: 0 }))
    const ways = spoken.flatMap(({ id }) => [
      { from: id, exit: 'machine', to: 'message', calls: 5 },
      { from: id, exit: 'noInput', to: 'nothing', calls: 1234 },
      { from: id, exit: 'next', to: 'end', calls: 1234 },
    ])
    const branch = ['otherwise', 'case:1'].map((exit) => ({ from: 'choice', exit, to: 'end', calls: 1234 }))
    const first = { from: null, exit: null, to: 'confirm', calls: 4321 }
    await route.fulfill({
      response: answer,
      json: { ...others, data: { ...data, calls: 4321, steps, edges: [first, ...ways, ...branch] } },
    })
  })
}

/** What is wrong with the links and numbers that are drawn. */
const problemsOfTargets = () => {
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(`.picture ${selector}`)]
      .map((element) => ({ name: element.textContent ?? '', element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
  type Named = ReturnType<typeof boxesOf>[number]
  const meet = ({ box: a }: Named, { box: b }: Named) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5
  const links = boxesOf('a.picture-count')
  const numbers = boxesOf(':is(span.picture-count, a.picture-count > span)')
  const words = boxesOf(':is(.picture-label-text, .picture-card-title > span, .picture-pill-title > span)')
  const small = [...links, ...boxesOf('.picture-tools button')].filter(
    ({ box }) => Math.min(box.width, box.height) < 23.99,
  )
  const others = (index: number, all: Named[]) => all.slice(index + 1)
  const pairs = [
    ...links.flatMap((one, index) => others(index, links).map((other) => [one, other] as const)),
    ...numbers.flatMap((one, index) =>
      [...others(index, numbers), ...words].map((other) => [one, other] as const),
    ),
  ].filter(([one, other]) => meet(one, other))
  return {
    links: links.length,
    small: small.map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    covered: pairs.map(([one, other]) => `${one.name} and ${other.name}`),
  }
}

const zoomOfPicture = () =>
  new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform).a

/** What can be touched in a picture that is built, and is too small or covers another one. */
const problemsOfBuiltTargets = () => {
  const targets = [...document.querySelectorAll('.picture :is([data-card], .picture-add)')].map(
    (element) => ({
      name: element.getAttribute('data-card') ?? 'add',
      box: element.getBoundingClientRect(),
    }),
  )
  const small = targets.filter(({ box }) => Math.min(box.width, box.height) < 23.99)
  const covered = targets.flatMap(({ name, box: a }, index) =>
    targets
      .slice(index + 1)
      .filter(
        ({ box: b }) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5,
      )
      .map((other) => `${name} and ${other.name}`),
  )
  return {
    targets: targets.length,
    small: small.map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    covered,
  }
}

/** Counts, from now on, how often the picture is measured anew and how many transitions begin in it. */
const countWork = () => {
  const counted = { measured: 0, transitions: 0 }
  const { observe } = ResizeObserver.prototype
  ResizeObserver.prototype.observe = function (target, ...options) {
    if (target.classList.contains('picture')) counted.measured += 1
    observe.call(this, target, ...options)
  }
  addEventListener('transitionrun', () => {
    counted.transitions += 1
  })
  Object.assign(globalThis, { counted })
}
const workOfFrames = async () => {
  for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
  return (globalThis as unknown as { counted: unknown }).counted
}

describeConsole('the targets of a picture', (console) => {
  it.each([1280, 1920])('are 24 px at any zoom, %d px wide', async (width) => {
    const service = console.service()
    const dataSourceId = await addList(service, `targets ${width}`, ['13800138000'])
    const id = await addTask(service, { dataSourceId, taskName: `targets ${width}`, flow, maxDialCount: 1 })
    await moveTask(service, 'publish', id)
    const page = await console.open('/tasks', { viewport: { width, height: 800 } })
    await reportManyCalls(page)
    await page.goto(`/tasks/${id}?tab=call`)
    await page.locator('a.picture-count').first().waitFor()
    await expectAccessible(page)
    const zoom = () => page.evaluate(zoomOfPicture)
    for (;;) {
      const at = await zoom()
      const { links, small, covered } = await page.evaluate(problemsOfTargets)
      expect({ at, small, covered }).toEqual({ at, small: [], covered: [] })
      // Seen from afar there is no room for them.
      if (at < 0.45) {
        expect(links).toBe(0)
        break
      }
      expect(links).toBe(LINKS)
      await page.getByRole('button', { name: t.zoomOut }).click()
      await expect.poll(zoom).toBeLessThan(at)
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: t.fit }).click()
    await expect.poll(() => page.locator('a.picture-count').count()).toBe(LINKS)
  })

  it('are 24 px in the smallest picture that can be built, and a picture at rest does nothing', async () => {
    const service = console.service()
    const dataSourceId = await addList(service, 'built targets', ['13800138000'])
    const id = await addTask(service, { dataSourceId, taskName: 'built targets', flow })
    const page = await console.open(`/tasks/${id}/edit`, { viewport: { width: 1280, height: 800 } })
    await page.locator('.picture [data-card]').first().waitFor()
    const zoomOut = page.getByRole('button', { name: t.zoomOut })
    const zoom = () => page.evaluate(zoomOfPicture)
    let before = 2
    for (let at = await zoom(); at < before; at = await zoom()) {
      before = at
      const { targets, ...problems } = await page.evaluate(problemsOfBuiltTargets)
      expect(targets).toBeGreaterThan(flow.steps.length)
      expect({ at, ...problems }).toEqual({ at, small: [], covered: [] })
      await zoomOut.click()
    }
    await page.evaluate(countWork)
    await page.getByRole('button', { name: t.zoomIn }).click()
    await expect.poll(zoom).toBeGreaterThan(before)
    expect(await page.evaluate(workOfFrames)).toEqual({ measured: 0, transitions: 0 })
  })
})
