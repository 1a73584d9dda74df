// A task with a call of 50 steps whose calls end at 20 a second, and what a user does in the picture of that call: watches it, and builds
// one of the same size. Each act is a series of inputs that goes on while the numbers come in, and the slowest of them counts.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Interaction } from './console-interactions.ts'
import { get, post } from './support/api-client.ts'

/** Ends 20 calls a second: no more are started, and each is answered. */
export const WATCHED_NETWORK = {
  SIMULATOR: 'answered=1, ring=0-0.2, person=85, machine=15, stay=8',
  CALLS_PER_SECOND: '20',
  LINES: '1000',
}

/** Ten times: a question, and what its answers lead to. */
function flowOf50Steps() {
  const questions = Array.from({ length: 10 }, (_, index) => index + 1)
  return {
    onMachine: { do: 'leaveMessage', step: 'no10' },
    steps: questions.flatMap((n) => {
      const isLast = n === questions.length
      const next = isLast ? 'end' : `ask${n + 1}`
      const noInput = isLast ? 'end' : `none${n}`
      return [
        { id: `ask${n}`, type: 'gather', text: `Question ${n}: press 1 or 2.`, keys: '12', noInput },
        { id: `way${n}`, type: 'branch', cases: [{ when: `digits.ask${n} == "1"`, next: `yes${n}` }] },
        { id: `no${n}`, type: 'say', text: `You pressed 2 at question ${n}.`, next },
        { id: `yes${n}`, type: 'say', text: `You pressed 1 at question ${n}.`, next },
        isLast
          ? { id: 'end', type: 'hangup' }
          : { id: noInput, type: 'say', text: `You pressed nothing at question ${n}.`, next },
      ]
    }),
  }
}

/** Publishes a task with such a call, and waits until its calls end. The draft has the same call. */
export async function startWatchedTask(
  address: string,
  dataSourceId: string,
): Promise<{ taskId: string; draftId: string }> {
  const add = (taskName: string) =>
    post(`${address}/api/task/add`, { taskName, dataSourceId, flow: flowOf50Steps(), maxDialCount: 1 })
  const { id: draftId } = await add('a draft of 50 steps')
  const { id: taskId } = await add('a call of 50 steps')
  await post(`${address}/api/task/publish`, { id: taskId })
  while ((await countedCalls(address, taskId)) < 100) await wait(250)
  return { taskId, draftId }
}

/** Calls of the task that ended, and whose ways are in its picture. */
export async function countedCalls(address: string, taskId: string): Promise<number> {
  return (await get<{ calls: number }>(`${address}/api/task/${taskId}/flow/report`)).calls
}

const CARDS = `document.querySelectorAll('.picture [data-card]')`
const isDrawn = `${CARDS}.length >= 50`
const isWatched = `${isDrawn} && document.querySelectorAll('.picture-count').length > 20`
/** Longer than the time between two answers with numbers. */
const INPUTS = 30
const GAP_MS = 120

/** One input after the other; the last one says that they are over. */
async function series(page: Page, input: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < INPUTS; index += 1) {
    await input(index)
    await page.waitForTimeout(GAP_MS)
  }
  await page.evaluate('void (globalThis.isSeriesOver = true)')
  await page.keyboard.press('Shift')
}

const act = (input: (page: Page, index: number) => Promise<unknown>) => ({
  act: (page: Page) => series(page, (index) => input(page, index)),
  isShown: () => 'globalThis.isSeriesOver',
})

export function pictureInteractions({ taskId, draftId }: { taskId: string; draftId: string }): Interaction[] {
  const watched = { path: `/tasks/${taskId}?tab=call`, start: { isReady: isWatched } }
  const built = { path: `/tasks/${draftId}/edit`, start: { isReady: isDrawn } }
  /** By its place: to look for a name in a large page takes longer than the page itself. */
  const card = (page: Page, question: number, place: number) =>
    page.locator('.picture [data-card]').nth(1 + 5 * (question - 1) + place)
  const focusCard = (page: Page) => card(page, 1, 0).focus()
  const walk = act((page, index) => page.keyboard.press(index < INPUTS / 2 ? 'ArrowDown' : 'ArrowUp'))
  return [
    {
      ...watched,
      name: 'picture: walk through its cards',
      start: { ...watched.start, prepare: focusCard },
      ...walk,
    },
    { ...watched, name: 'picture: drag it', start: { ...watched.start, prepare: holdPicture }, ...drag },
    {
      ...watched,
      name: 'picture: zoom in and out',
      ...act((page, index) =>
        page
          .locator('.picture-tools button')
          .nth(index % 2)
          .click(),
      ),
    },
    { ...watched, name: 'picture: list and back', ...act((page) => page.keyboard.press('v')) },
    {
      ...built,
      name: 'picture: open steps to edit',
      // By keyboard: the step that is edited is brought near, and others are out of sight.
      ...act(async (page, index) => {
        await card(page, (index % 10) + 1, 2).focus()
        await page.keyboard.press('Enter')
      }),
    },
    {
      ...built,
      name: 'picture: type a sentence',
      start: {
        ...built.start,
        prepare: async (page) => {
          await card(page, 5, 2).click()
          await page.getByRole('complementary').getByLabel('Text', { exact: true }).focus()
        },
      },
      ...act((page, index) => page.keyboard.type('One more sentence with many words'.charAt(index % 33))),
    },
    {
      ...built,
      name: 'picture: remove a step and undo',
      start: { ...built.start, prepare: focusCard },
      ...act((page, index) => page.keyboard.press(index % 2 === 0 ? 'Delete' : 'Control+z')),
    },
  ]
}

async function holdPicture(page: Page): Promise<void> {
  const box = await page.locator('.picture').boundingBox()
  if (!box) throw new Error('there is no picture')
  await page.mouse.move(box.x + 4, box.y + 4)
  await page.mouse.down()
}

const drag = act(async (page, index) => {
  const box = await page.locator('.picture').boundingBox()
  if (box) await page.mouse.move(box.x + 4 + 8 * index, box.y + 4 + 4 * index)
})
