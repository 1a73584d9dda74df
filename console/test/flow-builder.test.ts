// The call of a task is built on the page: steps, faults at their step, and what counts as success.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole } from './support/console-test.ts'
import { addTask } from './support/story.ts'

/** A data source with one contact, who has a name. */
async function addPatients(console: ConsoleOfFile, dataSourceName: string): Promise<string> {
  const service = console.service()
  const source = await service.call<{ id: string }>('/api/dataSource/add', jsonBody({ dataSourceName }))
  const id = source?.data.id ?? ''
  const contact = { phoneNumber: '13800138000', name: 'Ann' }
  await service.call(`/api/dataSource/${id}/contact/add`, jsonBody(contact))
  return id
}

async function addStep(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
}

/** A task without a flow says so; the other one gives its steps and its rule of success. */
async function copyFromAnotherTask(page: Page): Promise<void> {
  const { otherTask, otherTaskLabel, otherTaskEmpty } = builderMessages.en
  await page.getByRole('button', { name: otherTask }).click()
  const tasks = page.getByRole('combobox', { name: otherTaskLabel })
  await tasks.fill('without')
  await page.getByRole('option', { name: 'without a flow' }).click()
  await page.getByRole('alert').getByText(otherTaskEmpty('without a flow')).waitFor()
  await tasks.fill('copied')
  await page.getByRole('option', { name: 'to be copied' }).click()
  await page.getByText('Goodbye, press 7.').first().waitFor()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'A success is' }).inputValue())
    .toBe('a call that meets a condition')
}

const stepsOf = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('> li')

describeConsole('the call of a task', (console) => {
  it('is built from nothing, with faults shown at their steps until they are mended', async () => {
    const source = await addPatients(console, 'from nothing')
    const bye = { steps: [{ id: 'bye', type: 'gather', text: 'Goodbye, press 7.', keys: '7' }] }
    const example = { dataSourceId: source, flow: bye, successWhen: 'digits.bye == "7"' }
    await addTask(console.service(), { ...example, taskName: 'to be copied' })
    await addTask(console.service(), { dataSourceId: source, taskName: 'without a flow' })
    const page = await console.open(`/tasks/new?dataSource=${source}`, { flowView: 'list' })
    await page.getByLabel('Name').fill('built by hand')
    await copyFromAnotherTask(page)
    await page.getByRole('button', { name: 'Remove the call flow' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the call flow' }).click()
    await page.getByRole('button', { name: 'Start with an empty call flow' }).click()
    await addStep(page, 'Say')
    const steps = stepsOf(page)
    // It has the focus, and is no mistake before it is left.
    const text = steps.first().getByLabel('Text', { exact: true })
    await expect.poll(() => text.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.getByText('The new step is not filled in yet').waitFor()
    expect(await page.getByText('“Text” is still empty').count()).toBe(0)
    await page.keyboard.press('Shift+Tab')
    await page.getByLabel('Name').first().focus()
    await steps.first().getByText('“Text” is still empty').waitFor()
    await steps.first().getByRole('button', { name: 'Remove step “say”' }).click()
    await expect.poll(() => steps.count()).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => steps.count()).toBe(1)
    await text.fill('Hello {{nmae}} ')
    await steps.first().getByText('has a field “nmae”').waitFor()
    await text.fill('Hello ')
    await page.getByRole('button', { name: 'Insert name', exact: true }).click()
    await expect
      .poll(() => steps.first().getByLabel('Text', { exact: true }).inputValue())
      .toBe('Hello {{name}}')
    await page.getByText('No problems found').waitFor()

    await addStep(page, 'Ask for keys')
    await steps.nth(1).getByLabel('Text', { exact: true }).fill('Press 1 or 2.')
    await steps.nth(1).getByLabel('Accepted keys').fill('12')
    await steps.nth(1).getByLabel('Name of the step').fill('choice')
    await addStep(page, 'Branch')
    await steps.nth(2).getByLabel('Case 1 continues with').click()
    await page.getByRole('option', { name: '1. say (Say)' }).click()
    await addStep(page, 'Say')
    await steps.nth(3).getByLabel('Text', { exact: true }).fill('Goodbye.')
    // Who presses 1 would hear it all again, and so on.
    await page.getByRole('combobox', { name: 'A success is' }).click()
    await page.getByRole('option', { name: 'a call that meets a condition' }).click()
    await page.getByText('No problems found').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByRole('heading', { name: 'built by hand', level: 1 }).waitFor()
    const id = page.url().split('/').at(-1)
    const saved = await console.service().call(`/api/task/${id}/settings`)
    expect(saved?.data).toMatchObject({
      successWhen: 'digits.choice == "1"',
      maxAgents: null,
      flow: {
        steps: [
          { id: 'say', type: 'say', text: 'Hello {{name}}' },
          { id: 'choice', type: 'gather', text: 'Press 1 or 2.', keys: '12', tries: 2 },
          { id: 'branch', type: 'branch', cases: [{ when: 'digits.choice == "1"', next: 'say' }] },
          { id: 'say2', type: 'say', text: 'Goodbye.' },
        ],
      },
    })
  })

  it('is moved about and renamed by keyboard, and nothing that leads to a step is lost', async () => {
    const source = await addPatients(console, 'moved')
    const flow = {
      steps: [
        { id: 'ask', type: 'gather', text: 'Press 1.', noInput: 'bye' },
        { id: 'thanks', type: 'say', text: 'Thank you.' },
        { id: 'bye', type: 'say', text: 'Goodbye.' },
      ],
    }
    const task = { taskName: 'moved', dataSourceId: source, flow, successWhen: 'digits.ask == "1"' }
    const id = await addTask(console.service(), task)
    const page = await console.open(`/tasks/${id}/edit`, { flowView: 'list' })
    const edit = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+\\. .* ${name}$`) })
    await edit('thanks').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“thanks” is now step 3').waitFor()
    // The focus moves along.
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('“thanks” is now step 2').waitFor()
    await page.getByRole('button', { name: 'Move “thanks” down' }).click()
    await edit('ask').press('Enter')
    const name = page.getByLabel('Name of the step')
    await name.fill('confirm')
    await name.press('Tab')
    await page.getByRole('button', { name: 'Remove step “thanks”' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Task saved').waitFor()
    const saved = await console.service().call(`/api/task/${id}/settings`)
    expect(saved?.data).toMatchObject({
      successWhen: 'digits.confirm == "1"',
      flow: {
        steps: [
          { id: 'confirm', noInput: 'bye' },
          { id: 'bye', text: 'Goodbye.' },
        ],
      },
    })
  })

  it('has steps that are dragged by their handle, or moved by it with the arrow keys', async () => {
    const source = await addPatients(console, 'dragged')
    const say = (id: string) => ({ id, type: 'say', text: `This is ${id}.` })
    const flow = { steps: ['one', 'two', 'three', 'four'].map(say) }
    const task = await addTask(console.service(), { taskName: 'dragged', dataSourceId: source, flow })
    const page = await console.open(`/tasks/${task}/edit`, { flowView: 'list' })
    const handle = (id: string) => page.getByRole('button', { name: `Drag “${id}”` })
    const places = async () => (await stepsOf(page).locator('code:visible').allInnerTexts()).join(' ')
    const step = (id: string) => stepsOf(page).filter({ hasText: `This is ${id}.` })
    /** Moves the pointer beyond the middle of another step, and does not let go. */
    async function dragBeyond(id: string, other: string, side: 'before' | 'after'): Promise<void> {
      await handle(id).hover()
      await page.mouse.down()
      const beyond = side === 'before' ? -5 : 5
      await expect
        .poll(async () => {
          const box = await step(other).boundingBox()
          if (box) await page.mouse.move(box.x + 20, box.y + box.height / 2 + beyond)
          return step(other).getAttribute('data-drop')
        })
        .toBe(side)
    }
    await page.getByText('No problems found').waitFor()

    await dragBeyond('one', 'three', 'after')
    expect(await places()).toBe('one two three four')
    await page.mouse.up()
    await page.getByText('“one” is now step 3').waitFor()
    await expect.poll(places).toBe('two three one four')
    await expect.poll(() => page.locator('[data-drop], [data-dragged]').count()).toBe(0)
    await dragBeyond('four', 'two', 'before')
    await page.mouse.up()
    await page.getByText('“four” is now step 1').waitFor()
    // A step that is let go where it was stays there.
    await handle('two').hover()
    await page.mouse.down()
    await expect.poll(() => step('two').getAttribute('data-dragged')).toBe('true')
    await page.mouse.up()
    await handle('four').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('“four” is now step 2').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByText('“four” is now step 3').waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(places).toBe('two four three one')

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Task saved').waitFor()
    const saved = await console.service().call(`/api/task/${task}/settings`)
    expect(saved?.data).toMatchObject({ flow: { steps: ['two', 'four', 'three', 'one'].map(say) } })
  })

  it('is pasted as JSON, read on the page of the task, and removed', async () => {
    const source = await addPatients(console, 'pasted')
    const id = await addTask(console.service(), { taskName: 'pasted', dataSourceId: source })
    const page = await console.open(`/tasks/${id}/edit`, { flowView: 'list' })
    await page.getByRole('button', { name: 'Start with an empty call flow' }).click()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByLabel('The call flow as JSON')
    await json.fill('{ "steps": [')
    await page.getByText('This is not a JSON object').waitFor()
    const flow = {
      onMachine: { do: 'hangup' },
      steps: [
        { id: 'agent', type: 'stream', url: 'wss://agent.example.com/calls' },
        { id: 'bye', type: 'say', text: 'Goodbye {{name|there}}.' },
      ],
    }
    await json.fill(JSON.stringify(flow))
    await page.getByLabel('Max voice agents at once').fill('7')
    const listenNotice = 'A colleague is listening.'
    const notice = page.getByLabel('What the person hears when somebody listens in')
    await notice.fill(listenNotice)
    await page.getByRole('button', { name: 'Edit as steps' }).click()
    await stepsOf(page).getByText('wss://agent.example.com/calls').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Task saved').waitFor()
    const saved = await console.service().call(`/api/task/${id}/settings`)
    expect(saved?.data).toMatchObject({ flow, maxAgents: 7, successWhen: 'answered', listenNotice })

    const outline = page.getByRole('list', { name: 'Steps of the call flow' })
    await outline.getByText('Goodbye {{name|there}}.').waitFor()
    await page.getByText('every answered call').waitFor()
    await page.getByText('hang up', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText(listenNotice).waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect.poll(() => notice.inputValue()).toBe(listenNotice)
    await page.getByRole('button', { name: 'Remove the call flow' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the call flow' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/tasks/${id}`)
    const emptied = await console.service().call(`/api/task/${id}/settings`)
    expect(emptied?.data).toMatchObject({ flow: null, successWhen: 'answered', maxAgents: null })
  })

  it('fits a phone', async () => {
    const source = await addPatients(console, 'phone')
    const page = await console.open(`/tasks/new?dataSource=${source}`, {
      flowView: 'list',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.locator('.flow-examples button').first().click()
    await page.locator('.flow-step-title').first().click()
    await page.locator('.flow-step-title').nth(1).click()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})
