import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { permissionMessages } from '../src/features/settings/permission.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

const ics = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//test//EN',
  'BEGIN:VEVENT',
  'UID:1@test',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20271225',
  'DTEND;VALUE=DATE:20271227',
  'SUMMARY:Christmas',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

describeConsole('the rules for all tasks', (console) => {
  it.each(['en'] as const)('set budgets and destinations, in %s', async (language) => {
    const t = permissionMessages[language]
    const service = console.service()
    const page = await console.open('/settings', { language })
    const card = page.getByRole('region', { name: t.title })
    await card.getByLabel(t.attemptsPerDay).fill('0')
    await card.getByLabel(t.minDigits).fill('12')
    await card.getByLabel(t.maxDigits).fill('11')
    await card.getByRole('button', { name: t.save, exact: true }).click()
    await card.getByText(t.digitsOrder).waitFor()
    expect(await card.getByLabel(t.attemptsPerDay).getAttribute('aria-invalid')).toBe('true')
    await card.getByLabel(t.attemptsPerDay).fill('3')
    await card.getByLabel(t.attemptsPerMonth).fill('10')
    await card.getByLabel(t.minDigits).fill('5')
    await card.getByLabel(t.maxDigits).fill('15')
    await card.getByLabel(t.deniedPrefixes).fill('+1900')
    await page.keyboard.press('Enter')
    await card.getByLabel(t.premiumPrefixes).fill('+870')
    await page.keyboard.press('Enter')
    await card.getByLabel(t.deniedPrefixes).fill('premium')
    await page.keyboard.press('Enter')
    await card.getByRole('button', { name: t.save, exact: true }).click()
    await card.getByText(t.prefixInvalid).waitFor()
    await expectAccessible(page)
    await card.getByLabel(t.deniedPrefixes).press('Backspace')
    await card.getByRole('button', { name: t.save, exact: true }).click()
    await page.getByText(t.saved).waitFor()
    expect((await service.call('/api/permission/settings'))?.data).toMatchObject({
      attemptsPerDay: 3,
      attemptsPerMonth: 10,
      deniedPrefixes: ['+1900'],
      allowedPremiumPrefixes: ['+870'],
      allowedPrefixes: [],
      minDigits: 5,
      maxDigits: 15,
      allowEmergencyNumbers: false,
    })
    // An empty field is no limit.
    await card.getByLabel(t.attemptsPerDay).fill('')
    await card.getByRole('button', { name: t.save, exact: true }).click()
    await expect
      .poll(async () => (await service.call('/api/permission/settings'))?.data)
      .toMatchObject({ attemptsPerDay: null, attemptsPerMonth: 10 })
  })

  it('ask again before emergency numbers are allowed, and warn while they are', async () => {
    const page = await console.open('/settings')
    const card = page.getByRole('region', { name: 'Permission' })
    const dialog = page.getByRole('dialog')
    await card.getByRole('switch', { name: 'Allow emergency numbers' }).click({ force: true })
    await dialog.getByText('block lines that save lives').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await card.getByRole('switch', { name: 'Allow emergency numbers' }).isChecked()).toBe(false)
    await card.getByRole('switch', { name: 'Allow emergency numbers' }).click({ force: true })
    await dialog.getByRole('button', { name: 'Allow them' }).click()
    await card.getByText('Emergency numbers can be called.').waitFor()
    await card.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('Rules saved').waitFor()
    const saved = await console.service().call('/api/permission/settings')
    expect(saved?.data).toMatchObject({ allowEmergencyNumbers: true })
    await expectAccessible(page)
  })

  it('cannot be changed without scope admin', async () => {
    const service = console.service()
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `writer ${randomUUID()}`, scope: 'write' }),
    )
    const page = await console.open('/settings', {
      service: { ...service, token: created?.data.token ?? '' },
    })
    const button = page.getByRole('button', { name: 'Save rules' })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  })

  it.each(['en'] as const)(
    'have calendars, filled by hand and from an iCalendar file, in %s',
    async (language) => {
      const { calendars: t, calendarForm: form } = permissionMessages[language]
      const page = await console.open('/settings', { language })
      const dialog = page.getByRole('dialog')
      const name = `holidays ${language}`
      await page.getByRole('button', { name: t.add }).click()
      await dialog.getByLabel(form.name).fill(name)
      await dialog.getByRole('button', { name: form.addDay }).click()
      await dialog.getByRole('button', { name: form.create }).click()
      await dialog.getByText(form.dateRequired).waitFor()
      await dialog.getByLabel(form.date(1)).fill('2027-01-01')
      await dialog.getByLabel(form.dayName(1)).fill('New Year')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: form.create }).click()
      const row = page.getByRole('table', { name: t.label }).locator('tbody tr').filter({ hasText: name })
      await row.getByText(t.scopes.global).waitFor()

      await row.getByRole('button', { name: t.edit(name) }).click()
      await dialog.getByLabel(form.importField).setInputFiles({
        name: 'holidays.ics',
        mimeType: 'text/calendar',
        buffer: Buffer.from(ics),
      })
      await dialog.getByText(form.importChosen('holidays.ics')).waitFor()
      await dialog.getByLabel(form.isGlobal).uncheck()
      await dialog.getByRole('button', { name: form.save }).click()
      await row.getByText(t.scopes.chosen).waitFor()
      await expect.poll(() => row.getByRole('cell', { name: '3', exact: true }).count()).toBe(1)
      await row.getByRole('button', { name: t.edit(name) }).click()
      await expect
        .poll(() => dialog.getByLabel(form.date(3)).inputValue())
        .toBe(language === 'en' ? '26 Dec 2027' : '2027年12月26日')
      expect(await dialog.getByLabel(form.dayName(2)).inputValue()).toBe('Christmas')
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: t.delete(name) }).click()
      await dialog.getByRole('button', { name: t.deleteQuestion.action }).click()
      await row.waitFor({ state: 'detached' })
    },
  )

  it('show why a calendar cannot be imported, and keep what was typed', async () => {
    const page = await console.open('/settings')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New calendar' }).click()
    await dialog.getByLabel('Name').fill('broken')
    await dialog.getByLabel('iCalendar file').setInputFiles({
      name: 'broken.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from('not a calendar'),
    })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('broken')
  })
})
