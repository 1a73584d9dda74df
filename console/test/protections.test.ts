import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { protectionsMessages } from '../src/features/overview/protections.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList } from './support/story.ts'

describeConsole('protective values', (console) => {
  async function limits() {
    const settings = await console
      .service()
      .call<{ attemptsPerDay: number | null }>('/api/permission/settings')
    return settings?.data.attemptsPerDay
  }

  it('are offered at first, change nothing by themselves, and can be dismissed', async () => {
    const page = await console.open('/')
    const offer = page.getByRole('region', { name: 'Protect the people you call' })
    await offer.waitFor()
    await expectAccessible(page)
    expect(await limits()).toBeNull()
    await offer.getByRole('button', { name: 'Do not offer this again' }).click()
    await offer.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('heading', { name: 'Then make it yours' }).waitFor()
    expect(await offer.count()).toBe(0)
    // For everyone: another browser is not asked either.
    const other = await console.open('/')
    await other.getByRole('heading', { name: 'Then make it yours' }).waitFor()
    expect(await other.getByText('Protect the people you call').count()).toBe(0)
    await console.service().call('/api/console/settings', jsonBody({ offerProtections: true }))
  })

  it('are not offered to a token that cannot change anything', async () => {
    const service = console.service()
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `reader ${randomUUID()}`, scope: 'read' }),
    )
    const page = await console.open('/', { service: { ...service, token: created?.data.token ?? '' } })
    await page.getByRole('heading', { name: 'Then make it yours' }).waitFor()
    expect(await page.getByText('Protect the people you call').count()).toBe(0)
  })

  it.each(['zh', 'en'] as const)('are set one by one and all at once, in %s', async (language) => {
    const t = protectionsMessages[language]
    const service = console.service()
    const page = await console.open('/', { language })
    const offer = page.getByRole('region', { name: t.title })
    if (language === 'zh') {
      await offer.getByRole('button', { name: t.setName(t.budget) }).click()
      await offer
        .getByRole('listitem')
        .filter({ hasText: t.budget })
        .getByRole('img', { name: t.isSet })
        .waitFor()
      expect(await limits()).toBe(3)
    }
    const rest = language === 'zh' ? t.setName(t.list) : t.setAll
    await offer.getByRole('button', { name: rest }).click()
    // Everything is set, so there is nothing left to offer.
    await offer.waitFor({ state: 'hidden' })
    const lists = await service.call<{ rows: { id: string; isGlobal: boolean }[] }>('/api/doNotCall/list')
    expect(lists?.data.rows).toMatchObject([{ name: t.listName, isGlobal: true }])

    const source = await addList(service, `protected ${language}`, ['13800138000'])
    await page.goto(`/tasks/new?dataSource=${source}`)
    await expect.poll(() => page.locator('input[placeholder="HH:MM"]').first().inputValue()).toBe('09:00')
    await expect.poll(() => page.locator('input[placeholder="HH:MM"]').last().inputValue()).toBe('20:00')

    // Undone for the other language.
    for (const { id } of lists?.data.rows ?? []) await service.call('/api/doNotCall/delete', jsonBody({ id }))
    await service.call('/api/permission/settings', jsonBody({ attemptsPerDay: null }))
  })
})
