// The country of numbers that name none: of an import, and of the service.
import { warningWords } from '@carillon/server/words/reasons'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDataSource } from '../../server/test/support/carillon-process.ts'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { numbersMessages } from '../src/features/numbers/numbers.messages.ts'
import { settingsMessages } from '../src/features/settings/settings.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { csv, dropFile } from './support/files.ts'
import { addList, addTask } from './support/story.ts'

async function choose(page: Page, place: Locator, country: string): Promise<void> {
  await place.getByRole('combobox', { name: partsMessages.en.country.label }).fill(country)
  await page.getByRole('option', { name: country }).click()
}

describeConsole('the country of numbers', (console) => {
  const local = Array.from({ length: 26 }, (_, index) => `0151 234560${index + 10}`)
  const file = csv(
    ['phoneNumber', 'name'],
    ...[...local, '+1 202 555 0123', '001 202 555 0124', '+49 12', 'abc'].map((phone) => [phone, 'x']),
  )
  const keyed = async (id: string) => {
    const detail = await console.service().call<{ country?: string }>(`/api/dataSource/detail/${id}`)
    const text = 'select phone_key from contact where data_source_id = $1 order by position limit 1'
    const { rows } = await console.database().db.query<{ phone_key: string }>({ text, values: [id] })
    return [detail?.data.country, rows[0]?.phone_key]
  }

  it('is asked in the import dialog, says how many numbers can be imported and which of them it does not know, and is used', async () => {
    const t = importMessages.en
    const id = await addDataSource(console.service(), 'with a country')
    const page = await console.open(`/data-sources/${id}`)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('heading', { name: 'with a country' }).waitFor()
    await dropFile(page, { name: 'list.csv', content: file })
    await dialog.getByText(t.numbers.importable('29', '30')).waitFor()
    await dialog.getByText(t.numbers.unplaced('26', t.countryNow)).waitFor()
    await choose(page, dialog, 'Germany (DE)')
    await dialog.getByText(t.numbers.importable('29', '30')).waitFor()
    await dialog.getByText(t.numbers.unlikely('1', true)).waitFor()
    await dialog.getByText(t.numbers.invalid('1', true)).waitFor()
    expect(await dialog.getByText(t.numbers.unplaced('26', t.countryNow)).count()).toBe(0)
    await expectAccessible(page)
    await choose(page, dialog, 'United States (US)')
    await dialog.getByText(t.numbers.importable('29', '30')).waitFor()
    await dialog.getByText(t.numbers.unplacedIn('26', 'United States (US)')).waitFor()
    await dialog.getByText(t.numbers.example(31, 'abc')).waitFor()
    await choose(page, dialog, 'Germany (DE)')
    await dialog.getByText(t.numbers.importable('29', '30')).waitFor()
    expect(await keyed(id)).toEqual([undefined, undefined])
    await dialog.getByRole('button', { name: t.start }).click()
    await dialog.getByText(t.results.completed).waitFor()
    expect(await keyed(id)).toEqual(['DE', '+4915123456010'])
    // Once the import has started, its numbers are not asked for again.
    expect(refused).toEqual([])
  })

  it('is none in an import that names none, which says which numbers it could not place', async () => {
    const t = importMessages.en
    const id = await addDataSource(console.service(), 'without a country')
    const page = await console.open(`/data-sources/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('heading', { name: 'without a country' }).waitFor()
    await dropFile(page, { name: 'list.csv', content: file })
    await dialog.getByText(t.numbers.importable('29', '30')).waitFor()
    await dialog.getByRole('button', { name: t.start }).click()
    await dialog.getByText(t.numbers.unplacedTitle('26', false)).waitFor()
    await dialog.getByText(t.numbers.example(2, '0151 23456010')).waitFor()
    expect(await keyed(id)).toEqual([undefined, '015123456010'])
  })

  it('is offered on the page of a number that a list has without a country', async () => {
    const { withoutCountry: t } = numbersMessages.en
    const id = await addList(console.service(), 'From Excel', ['12025580003'])
    const page = await console.open('/numbers?number=%2B1%20202%20558%200003')
    await page.getByRole('link', { name: t.asThis('From Excel', '12025580003') }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.action }).click()
    const dialog = page.getByRole('dialog')
    // The number would be one of this country.
    expect(await dialog.getByRole('combobox', { name: partsMessages.en.country.label }).inputValue()).toBe(
      'United States (US)',
    )
    await dialog.getByRole('button', { name: partsMessages.en.country.ofList.action }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(t.title).waitFor({ state: 'hidden' })
    expect(await keyed(id)).toEqual(['US', '+12025580003'])
  })

  it('is offered before a task is published that calls people by their own clock', async () => {
    const t = publishMessages.en
    const service = console.service()
    const id = await addList(service, 'Where are they', ['12025580004', '12025580005', '+12025580006'])
    const task = await addTask(service, {
      ...{ taskName: 'by their clock', dataSourceId: id },
      ...{ windowZone: 'recipient', dailyStartTime: '09:00', dailyEndTime: '18:00' },
    })
    const page = await console.open(`/tasks/${task}`)
    await page.getByRole('button', { name: tasksMessages.en.operations.publish, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t.title })
    const warning = dialog.getByText(warningWords.en.country_unknown({ contacts: 2 }))
    await warning.waitFor()
    await dialog.getByText(t.countryUnknown).waitFor()
    await dialog.getByRole('button', { name: t.setCountry }).click()
    const asked = page.getByRole('dialog', { name: partsMessages.en.country.ofList.title('Where are they') })
    await choose(page, asked, 'United States (US)')
    await asked.getByRole('button', { name: partsMessages.en.country.ofList.action }).click()
    await asked.waitFor({ state: 'hidden' })
    await warning.waitFor({ state: 'hidden' })
    expect(await keyed(id)).toEqual(['US', '+12025580004'])
  })

  it('of the service is changed in the settings, and then numbers are looked up in it', async () => {
    const t = settingsMessages.en
    const service = console.service()
    const id = await addList(service, 'of the service', ['030 901820', '+49 30 901820'])
    const page = await console.open('/numbers?number=030%20901820')
    await page.getByText(numbersMessages.en.noCountry('+030901820')).waitFor()
    await page.goto('/settings/numbers')
    const card = page.getByRole('region', { name: t.country.title })
    await card.getByPlaceholder(t.country.none).waitFor()
    await choose(page, card, 'Germany (DE)')
    await card.getByRole('button', { name: t.country.save }).click()
    await page.getByText(t.country.savedWithDuplicates(1)).waitFor()
    await expectAccessible(page)
    await page.goto('/settings/system')
    const changes = page.getByRole('table', { name: t.changes.title })
    const change = changes.getByRole('row').filter({ hasText: t.changes.operations['country.change'] })
    await change.getByText('Country: DE').waitFor()
    expect((await service.call('/api/system/country'))?.data).toMatchObject({ country: 'DE', isSet: true })
    expect(await keyed(id)).toEqual([undefined, '+4930901820'])

    await page.goto('/numbers?number=030%20901820')
    await page.getByText(numbersMessages.en.readAs('+4930901820')).waitFor()

    await page.goto('/settings/numbers')
    await expect.poll(() => card.getByRole('combobox').inputValue()).toBe('Germany (DE)')
    await card.getByRole('combobox').fill('')
    // The list that it opens may cover the button.
    await card.getByRole('combobox').press('Tab')
    await card.getByRole('button', { name: t.country.save }).click()
    await page.getByText(t.country.saved).waitFor()
    expect((await service.call('/api/system/country'))?.data).toMatchObject({ country: null, isSet: false })
  })
})
