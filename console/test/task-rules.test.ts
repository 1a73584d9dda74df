// Operations that the state of a task or the token forbids.

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

const t = {
  pause: 'Pause',
  more: 'More',
  publish: 'Publish',
  reason: 'Only while the task is Running',
}

describeConsole('a forbidden operation', (console) => {
  it('is disabled and says why, also to screen readers', async () => {
    const source = await addList(console.service(), 'forbidden', ['13800138000'])
    const id = await addTask(console.service(), { taskName: 'forbidden', dataSourceId: source })
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: t.more }).click()
    const pause = page.getByRole('menuitem', { name: t.pause, exact: true })
    await pause.waitFor()
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
    const described = await pause.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(t.reason)
    await pause.focus()
    await page.getByText(t.reason, { exact: true }).waitFor()
    await pause.press('Enter')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: t.pause, exact: true }).count()).toBe(0)
    expect((await console.service().call<{ status: number }>(`/api/task/detail/${id}`))?.data.status).toBe(0)
    expect(await page.getByRole('button', { name: t.publish }).getAttribute('aria-disabled')).toBeNull()
  })

  it('shows the API error when another user was faster', async () => {
    const service = console.service()
    const source = await addList(service, 'faster', ['13800138000'])
    const id = await addTask(service, { taskName: 'faster', dataSourceId: source })
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).waitFor()
    await moveTask(service, 'close', id)
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page
      .getByText('Publishing is not allowed while the task is closed; it is allowed while it is a draft')
      .waitFor()
  })

  it('names the missing right for a token of scope read', async () => {
    const service = console.service()
    const source = await addList(service, 'read only', ['13800138000'])
    const id = await addTask(service, { taskName: 'read only', dataSourceId: source })
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `looks only ${randomUUID()}`, scope: 'read' }),
    )
    const page = await console.open(`/tasks/${id}`, { isSignedIn: false })
    await page.getByLabel('Access token', { exact: true }).fill(created?.data.token ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const publish = page.getByRole('button', { name: 'Publish' })
    await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true')
    await publish.hover()
    await page.getByRole('tooltip', { name: 'You do not have the right to change lists and tasks' }).waitFor()
  })
})
