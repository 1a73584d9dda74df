import { expect, it } from 'vitest'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

describeConsole('the page of a task', (console) => {
  it('explains the state of a contact, and recalls selected contacts', async () => {
    const service = console.service()
    const source = await addList(service, 'chosen', ['13800138000', '13800138002', '13800138012'])
    const id = await addTask(service, {
      taskName: 'chosen',
      dataSourceId: source,
      maxDialCount: 1,
      callInterval: 0,
    })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}`)
    await page.getByText('Every contact of the task is done.').waitFor()
    await page.getByRole('tab', { name: 'Contacts' }).click()
    await page.getByLabel('Search by phone number').fill('0138002')
    const rows = page.getByRole('table', { name: 'Contacts of this task' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(1)
    expect(page.url()).toContain('contact-phone=0138002')

    await page.getByRole('button', { name: 'Details of 13800138002' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('1 of 1 attempts').waitFor()
    await drawer.getByRole('cell', { name: 'No such number' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    await page.getByLabel('Select 13800138002').check()
    await page.getByRole('button', { name: 'Recall', exact: true }).click()
    await page.getByLabel('Selected contacts (1)').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Recall contacts' }).click()
    await page.getByText('Contacts recalled: 1').waitFor()
    // Only the recalled contact has a second round.
    await page.getByRole('tab', { name: 'Calls' }).click()
    await page.getByRole('cell', { name: '1 (round 2)' }).waitFor()
    expect(await page.getByRole('cell', { name: '1 (round 2)' }).count()).toBe(1)
  })

  it('shows times in the time zone of the service', async () => {
    const service = console.service()
    const source = await addList(service, 'zone', ['13800138000'])
    const id = await addTask(service, { taskName: 'zone', dataSourceId: source })
    const detail = await service.call<{ createTime: string }>(`/api/task/detail/${id}`)
    const [date = '', time = ''] = detail?.data.createTime.split(' ') ?? []
    const page = await console.open(`/tasks/${id}?tab=settings`, {
      timezoneId: 'America/New_York',
      language: 'zh',
    })
    const [year, month, day] = date.split('-').map(Number)
    await page.getByText(`${year}年${month}月${day}日 ${time}`).first().waitFor()
  })

  it('filters calls by time, and shows the API error for an invalid range', async () => {
    const service = console.service()
    const source = await addList(service, 'stretch', ['13800138000'])
    const id = await addTask(service, { taskName: 'stretch', dataSourceId: source })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}?tab=calls`)
    await page.getByRole('rowheader', { name: '13800138000', exact: true }).waitFor()
    await page.getByLabel('Started before').fill('2020-01-02T00:00')
    await page.getByText('No matching calls').waitFor()
    await page.getByLabel('Started from').fill('2021-01-02T00:00')
    await page.getByText('To must be later than from').waitFor()
    await page.getByLabel('Started from').fill('')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('rowheader', { name: '13800138000', exact: true }).waitFor()
  })

  it('shows an error when the task does not exist', async () => {
    const id = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
    const page = await console.open('/tasks')
    const asked = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && pathname.includes(id)) asked.add(pathname)
    })
    await page.goto(`/tasks/${id}`)
    await page.getByText(new RegExp(`task .*${id}.* does not exist`, 'i')).waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect([...asked]).toEqual([`/api/task/detail/${id}`])
    await expectAccessible(page)
  })

  it('has no serious accessibility problem on any tab, form or dialog, light or dark', async () => {
    const service = console.service()
    const source = await addList(service, 'barriers', ['13800138000', '13800138001'])
    const id = await addTask(service, { taskName: 'barriers', dataSourceId: source })
    await moveTask(service, 'publish', id)
    const draft = await addTask(service, { taskName: 'draft', dataSourceId: source })
    const page = await console.open(`/tasks/${id}?tab=calls`)
    await page.getByRole('rowheader', { name: '13800138000', exact: true }).first().waitFor()
    for (const tab of ['Calls', 'Overview', 'Contacts', 'Report', 'History', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').waitFor()
      await expectAccessibleInBothSchemes(page)
    }
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')

    await page.goto(`/tasks/${draft}/edit`)
    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is required').waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.goto(`/tasks/${draft}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).waitFor()
    await expectAccessibleInBothSchemes(page)
  })
})
