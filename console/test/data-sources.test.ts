import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { dataSourcesMessages } from '../src/features/data-sources/data-sources.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

describeConsole('data sources', (console) => {
  it('are created, found and renamed', async () => {
    const t = dataSourcesMessages.en
    const page = await console.open('/data-sources')
    await page.getByText(t.emptyHint).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.newDataSource }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t.form.create }).click()
    expect(
      await dialog.getByRole('textbox', { name: t.form.name, exact: true }).getAttribute('aria-invalid'),
    ).toBe('true')
    await dialog.getByRole('textbox', { name: t.form.name, exact: true }).fill(' customers ')
    await dialog.getByLabel(t.form.description).fill('of last year')
    await dialog.getByRole('button', { name: t.form.create }).click()

    await page.getByRole('heading', { name: 'customers', level: 1 }).waitFor()
    await page.getByText('of last year').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.edit, exact: true }).click()
    await dialog.getByRole('textbox', { name: t.form.name, exact: true }).fill('clients')
    await dialog.getByRole('button', { name: t.form.save }).click()
    await page.getByRole('heading', { name: 'clients', level: 1 }).waitFor()

    await page.goto('/data-sources')
    await page.getByLabel(t.searchByName).fill('ENTS')
    await expect.poll(() => page.url()).toContain(`name=ENTS`)
    await page.getByRole('link', { name: 'clients' }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByLabel(t.searchByName).fill('nothing like it')
    await page.getByText(t.noMatchHint).waitFor()
    // A reload shows the search in the address bar.
    await page.reload()
    await page.getByText(t.noMatchHint).waitFor()
  })

  it('show API errors at their fields, and keep all input', async () => {
    await addDataSource(console.service(), 'taken')
    const page = await console.open('/data-sources')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New data source' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('taken')
    await page.getByLabel('Description').fill('typed with care')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Data source name "taken" already exists').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('typed with care')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('free')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'free', level: 1 }).waitFor()
  })

  it('keep the page number in the address bar', async () => {
    for (let count = 1; count <= 22; count++) await addDataSource(console.service(), `paged ${count}`)
    const page = await console.open('/data-sources?name=paged&size=20')
    await page.getByText('1–20 of 22').waitFor()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await page.getByText('21–22 of 22').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  })

  it('are read-only with a token of scope read, and the buttons say why', async () => {
    const service = console.service()
    const id = await addDataSource(service, 'only to read')
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `reader ${randomUUID()}`, scope: 'read' }),
    )
    const page = await console.open(`/data-sources/${id}`, {
      service: { ...service, token: created?.data.token ?? '' },
    })
    const button = page.getByRole('button', { name: 'Import', exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.hover()
    await page.getByRole('tooltip', { name: 'You do not have the right to change lists and tasks' }).waitFor()
    await button.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('that do not exist show an error and a link back', async () => {
    const page = await console.open('/data-sources/nowhere')
    await page.getByText('Data source "nowhere" does not exist').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Data sources', level: 1 }).waitFor()
  })
})
