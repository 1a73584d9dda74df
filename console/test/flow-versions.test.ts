// The flow of a running task: its report for some days and a version, another version, what it changed, and an earlier one brought back.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { pictureMessages } from '../src/features/flows/picture/picture.messages.ts'
import { versionsMessages } from '../src/features/flows/versions/versions.messages.ts'
import { failedActions } from '../src/parts/errors/failed-actions.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

const t = versionsMessages.en
const { period } = partsMessages.en

const flow = (...steps: object[]) => ({ onMachine: { do: 'hangup' }, steps })
const greeting = { id: 'greeting', type: 'say', text: 'Hello, this is the clinic.' }

/** A running task that has called two people. */
async function addCalled(console: ConsoleOfFile, taskName: string): Promise<string> {
  const service = console.service()
  await service.call('/api/console/settings', jsonBody({ protectNewTasks: false }))
  const dataSourceId = await addList(service, taskName, ['13800138000', '13800138070', '13800138001'])
  // The busy one is called again in an hour, so the task stays RUNNING.
  const body = { dataSourceId, taskName, flow: flow(greeting), maxDialCount: 2, callInterval: 3600 }
  const id = await addTask(service, body)
  await moveTask(service, 'publish', id)
  const counted = async () =>
    (await service.call<{ calls: number }>(`/api/task/${id}/flow/report`))?.data.calls
  await expect.poll(counted).toBe(2)
  return id
}

describeConsole('the versions of a flow', (console) => {
  it('have a report for the days and the version in the address', async () => {
    const id = await addCalled(console, 'report')
    await moveTask(console.service(), 'changeFlow', id, {
      flow: flow({ ...greeting, text: 'Good morning.' }),
    })
    const page = await console.open(`/tasks/${id}?tab=report`, { flowView: 'list' })
    const ways = page.getByRole('table', { name: pictureMessages.en.ways })
    // Nobody has heard the new version yet.
    await page.getByText(t.counted('0')).waitFor()
    await page.getByText('Good morning.').waitFor()
    await page.getByRole('combobox', { name: t.choose }).click()
    await page.getByRole('option', { name: t.version(1) }).click()
    await page.getByText(t.counted('2')).waitFor()
    await page.getByText(greeting.text).waitFor()
    await ways
      .getByRole('row', { name: /^Call answered a person greeting Call answered, a person: 2/ })
      .waitFor()
    await expectAccessible(page)

    await page.getByText(period.days(1), { exact: true }).click()
    await page.getByText(t.counted('2')).waitFor()
    const today = new URL(page.url()).searchParams.get('from')
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(page.url()).toContain(`tab=report&version=1&from=${today}&to=${today}`)
    await page.goto(`/tasks/${id}?tab=report&version=all&from=2026-01-01&to=2026-01-02`)
    await page.getByText(t.counted('0')).waitFor()
    await page.getByText(period.all, { exact: true }).click()
    await page.getByText(t.counted('2')).waitFor()
  })
  it('are made in the page of a running task, and brought back', async () => {
    const id = await addCalled(console, 'changed')
    const page = await console.open(`/tasks/${id}?tab=report`, { flowView: 'list' })
    const list = page.getByRole('list', { name: t.versions })
    const versions = () => list.getByRole('listitem').allTextContents()
    await list.getByText(t.calls('2')).waitFor()
    expect(await versions()).toEqual([expect.stringMatching(/^Version 1in use.* · 2 calls$/)])

    await page.getByRole('button', { name: t.change }).click()
    const dialog = page.getByRole('dialog', { name: t.change })
    await dialog.getByText(t.changeText).waitFor()
    await dialog.getByRole('button', { name: /^1\. Say/ }).click()
    await dialog.getByLabel('Text', { exact: true }).fill('Good morning, this is the clinic.')
    await dialog.getByText(builderMessages.en.fine).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.save }).click()
    await page.getByText(t.changed(2)).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Good morning, this is the clinic.').waitFor()
    await expect
      .poll(versions)
      .toEqual([
        expect.stringMatching(/^Version 2in use.* · 0 calls$/),
        expect.stringMatching(/^Version 1.* · 2 calls/),
      ])

    // What changed, in words, above both pictures; on a phone one is below the other.
    await page.getByRole('combobox', { name: t.compare }).click()
    await page.getByRole('option', { name: t.version(1) }).click()
    const changes = page.getByRole('list', { name: t.changes(1, 2) })
    await changes.waitFor()
    expect(await changes.getByRole('deletion').allTextContents()).toEqual(['Hello'])
    expect(await changes.getByRole('insertion').allTextContents()).toEqual(['Good morning'])
    const older = page.getByRole('region', { name: t.version(1), exact: true })
    const newer = page.getByRole('region', { name: t.versionInUse(2) })
    await older.getByText(t.counted('2')).waitFor()
    await newer.getByText(t.counted('0')).waitFor()
    const isBelow = async () => {
      const [first, second] = [await older.boundingBox(), await newer.boundingBox()]
      return first && second && second.y >= first.y + first.height
    }
    for (const [width, below] of [
      [1280, false],
      [390, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.locator('.picture [data-card]').count()).toBe(6)
      await expect.poll(() => page.locator('.picture .react-flow__edge-path').count()).toBe(6)
      await expect.poll(isBelow).toBe(below)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1280, height: 800 })

    // By keyboard.
    await page.getByRole('button', { name: t.bringBack(1) }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText(t.bringBackText(1, 3)).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(t.changed(3)).waitFor()
    await expect.poll(versions).toHaveLength(3)
    await page.getByText(greeting.text).waitFor()
    // Version 1 is in use under another number.
    await page.getByRole('button', { name: t.bringBack(1) }).hover()
    await page.getByRole('tooltip', { name: t.sameFlow }).waitFor()
    await expectAccessible(page)

    // What the service refuses is said in the dialog, which stays with what was typed.
    await page.getByRole('button', { name: t.change }).click()
    await dialog.getByRole('button', { name: /^1\. Say/ }).click()
    await dialog.getByLabel('Text', { exact: true }).fill('Too late.')
    await moveTask(console.service(), 'stop', id)
    await dialog.getByRole('button', { name: t.save }).click()
    await dialog.getByRole('alert').getByText(failedActions.en.changeFlow).waitFor()
    expect(await dialog.getByLabel('Text', { exact: true }).inputValue()).toBe('Too late.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: t.leave }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.change, disabled: true }).waitFor()
  })
  it('ask before changes that are not saved are lost', async () => {
    const id = await addCalled(console, 'unsaved')
    const page = await console.open(`/tasks/${id}?tab=report`, { flowView: 'list' })
    const dialog = page.getByRole('dialog', { name: t.change })
    const question = page.getByRole('dialog', { name: t.leaveTitle })
    const text = dialog.getByLabel('Text', { exact: true })
    const open = async () => {
      await page.getByRole('button', { name: t.change }).click()
      await dialog.getByRole('button', { name: /^1\. Say/ }).click()
      await text.waitFor()
    }
    await open()
    await text.fill('Good evening.')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await leave()
      await question.getByText(t.leaveText).waitFor()
      await expectAccessible(page)
      // Escape answers the question alone.
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await text.inputValue()).toBe('Good evening.')
    }
    // What was changed back is not asked about.
    await text.fill(greeting.text)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await open()
    await text.fill('Good evening.')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: t.leave }).click()
    await dialog.waitFor({ state: 'detached' })
    await open()
    expect(await text.inputValue()).toBe(greeting.text)
  })
})
