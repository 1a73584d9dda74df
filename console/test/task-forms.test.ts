// The task form validates like the API, keeps all input, and shows API errors.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the form of a task', (console) => {
  it('validates each field before it sends a request', async () => {
    const source = await addList(console.service(), 'rules', ['13800138000'])
    const page = await console.open(`/tasks/new?dataSource=${source}`)
    await page.getByLabel('Max attempts per contact').fill('11')
    await page.getByLabel('Min time between attempts').fill('86401')
    await page.getByLabel('Dial from').fill('25:00')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByText('This is required').waitFor()
    await page.getByText('A whole number from 1 to 10').waitFor()
    await page.getByText('A whole number from 0 to 24').waitFor()
    await page.getByText('A time of day from 00:00 to 23:59').waitFor()

    await page.getByLabel('Name').fill('x'.repeat(101))
    await page.getByLabel('Dial from').fill('9')
    await page.getByLabel('Dial until').fill('900')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByText('1 to 100 characters').waitFor()
    await page.getByText('The two times must differ').waitFor()
    expect(await page.getByLabel('Dial from').inputValue()).toBe('09:00')
  })

  it('shows API errors at their fields, and keeps all input', async () => {
    const source = await addList(console.service(), 'taken', ['13800138000'])
    await addTask(console.service(), { taskName: 'taken', dataSourceId: source })
    const page = await console.open(`/tasks/new?dataSource=${source}`)
    await page.getByLabel('Name').fill('taken')
    await page.getByLabel('Description').fill('typed with care')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByText('Task name "taken" already exists').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('typed with care')
    await page.getByLabel('Name').fill('free')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByRole('heading', { name: 'free', level: 1 }).waitFor()
  })

  it('edits a draft with all of its settings', async () => {
    const source = await addList(console.service(), 'edited', ['13800138000'])
    const settings = {
      priority: 2,
      maxDialCount: 5,
      callInterval: 30,
      dailyStartTime: '09:00',
      dailyEndTime: '18:00',
    }
    const id = await addTask(console.service(), { taskName: 'edited', dataSourceId: source, ...settings })
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByLabel('Max attempts per contact').inputValue()).toBe('5')
    expect(await page.getByLabel('Dial until').inputValue()).toBe('18:00')
    await page.getByLabel('Dial until').fill('')
    await page.getByLabel('Min time between attempts').fill('45')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Task saved').waitFor()
    const saved = await console.service().call(`/api/task/${id}/settings`)
    expect(saved?.data).toMatchObject({
      callInterval: 45,
      dailyStartTime: '09:00',
      dailyEndTime: null,
      priority: 2,
    })
  })

  it('asks for a new token when the token is revoked, and keeps all input', async () => {
    const service = console.service()
    const source = await addList(service, 'revoked', ['13800138000'])
    const create = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const created = await service.call<{ token: string; id: string }>('/api/token/create', {
      ...create,
      body: JSON.stringify({ name: `short-lived ${randomUUID()}`, scope: 'write' }),
    })
    const page = await console.open(`/tasks/new?dataSource=${source}`, { isSignedIn: false })
    await page.getByLabel('Access token', { exact: true }).fill(created?.data.token ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Name').fill('survives')
    await service.call('/api/token/revoke', { ...create, body: JSON.stringify({ id: created?.data.id }) })
    await page.getByText('Sign in again').waitFor()
    await page.getByLabel('Access token', { exact: true }).fill(service.token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Sign in again').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('survives')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByRole('heading', { name: 'survives', level: 1 }).waitFor()
  })

  it('cannot be saved once another user has published the task', async () => {
    const service = console.service()
    const source = await addList(service, 'published by another', ['13800138000'])
    const id = await addTask(service, {
      taskName: 'published by another',
      dataSourceId: source,
      ...closedWindow(),
    })
    const page = await console.open(`/tasks/${id}/edit`)
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Name').fill('taken by me')
    expect(await save.getAttribute('aria-disabled')).toBeNull()
    await moveTask(service, 'publish', id)
    await page.getByText('Only a draft can be edited.').first().waitFor()
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByLabel('Name').inputValue()).toBe('taken by me')
  })

  it('asks for a reason when a task is stopped, and shows it', async () => {
    const service = console.service()
    const source = await addList(service, 'stopped', ['13800138000'])
    const id = await addTask(service, {
      taskName: 'stopped',
      dataSourceId: source,
      // The window never opens during the test, so the task does not dial.
      ...closedWindow(),
    })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByLabel('Reason').fill('The offer has ended')
    await page.getByRole('button', { name: 'Stop the task' }).click()
    await page.getByText(/The task was stopped by .+: The offer has ended\./).waitFor()
  })
})
