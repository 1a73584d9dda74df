import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { ownPhoneMessages } from '../src/features/trunks/own-phones.messages.ts'
import { trunkMessages } from '../src/features/trunks/trunks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

const t = trunkMessages.en
const flow = builderMessages.en
const SECRET = 'a-password-of-this-test'

interface Listed {
  rows: { id: string; name: string; hasPassword: boolean; fromUser: string | null; isEnabled: boolean }[]
}

describeConsole('the trunks', (console) => {
  const listed = async () => (await console.service().call<Listed>('/api/trunk/list'))?.data.rows

  it('are added by a form that asks for little, changed, turned off and deleted', async () => {
    const page = await console.open('/settings/trunks')
    const card = page.getByRole('region', { name: t.title, exact: true }).first()
    const dialog = page.getByRole('dialog')
    await card.getByText(t.empty).waitFor()
    await card.getByRole('button', { name: t.add }).click()
    // Without an account, nothing asks for one.
    await dialog.getByLabel(t.form.presets.ip).check()
    expect(await dialog.getByRole('textbox', { name: t.form.username }).isVisible()).toBe(false)
    await dialog.getByLabel(t.form.presets.fromAccount).check()
    await dialog.getByRole('button', { name: t.form.create, exact: true }).click()
    expect(
      await dialog.getByRole('textbox', { name: t.form.name, exact: true }).getAttribute('aria-invalid'),
    ).toBe('true')
    await dialog.getByRole('textbox', { name: t.form.name, exact: true }).fill('Main carrier')
    await dialog.getByRole('textbox', { name: t.form.host }).fill('sip:no host')
    await dialog.getByRole('textbox', { name: t.form.username }).fill('4930901820')
    await dialog.getByRole('textbox', { name: t.form.password }).fill(SECRET)
    await dialog.getByRole('combobox', { name: t.form.callerIds }).fill('+49 30 901820')
    await dialog.getByRole('button', { name: t.form.create, exact: true }).click()
    await dialog.getByText(/must be a host name or an IP address/).waitFor()
    await dialog.getByRole('textbox', { name: t.form.host }).fill('127.0.0.1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.form.create, exact: true }).click()
    await page.getByText(t.form.created).waitFor()
    expect(await listed()).toMatchObject([
      {
        ...{ name: 'Main carrier', host: '127.0.0.1', hasPassword: true, fromUser: '4930901820' },
        ...{ fromDomain: '127.0.0.1', registers: true, sendsIdentity: true, callerIds: ['+4930901820'] },
      },
    ])

    const row = page.getByRole('row').filter({ hasText: 'Main carrier' })
    await row.getByRole('button', { name: t.edit('Main carrier') }).click()
    await dialog.getByText(t.form.passwordStored).waitFor()
    expect(await page.content()).not.toContain(SECRET)
    await dialog.getByRole('button', { name: t.form.more }).click()
    await dialog.getByLabel(t.form.lines).fill('30')
    await dialog.getByRole('button', { name: t.form.addRule }).click()
    await dialog.getByLabel(t.form.match(1)).fill('+49')
    await dialog.getByLabel(t.form.strip(1)).fill('3')
    // Warned of before it is saved, and no more once it is harmless.
    await dialog.getByLabel(t.form.strip(1)).fill('5')
    const risk = dialog.getByText(/^Rule 1 can turn a number into the emergency number \d+/)
    await dialog.getByLabel(t.form.match(1)).fill('+4930')
    await risk.waitFor()
    await expectAccessible(page)
    await dialog.getByLabel(t.form.match(1)).fill('+49')
    await dialog.getByLabel(t.form.strip(1)).fill('3')
    await dialog.getByLabel(t.form.addPrefix(1)).fill('0')
    await risk.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: t.form.addPrice }).click()
    await dialog.getByLabel(t.form.pricePrefix(1)).fill('+49')
    await dialog.getByLabel(t.form.price(1), { exact: true }).fill('0.012')
    await dialog.getByLabel(t.form.callerIdDailyLimit).fill('100')
    await dialog.getByLabel(t.form.nodes).fill('dialer-1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.form.save, exact: true }).click()
    await page.getByText(t.form.saved).waitFor()
    expect(await listed()).toMatchObject([
      {
        ...{ lines: 30, hasPassword: true, prefixRules: [{ match: '+49', strip: 3, add: '0' }] },
        ...{ prices: [{ prefix: '+49', price: 0.012 }], callerIdDailyLimit: 100, nodes: ['dialer-1'] },
      },
    ])

    await row.getByRole('switch', { name: t.isOn('Main carrier') }).click({ force: true })
    await row.getByText('Off', { exact: true }).waitFor()
    expect(await listed()).toMatchObject([{ isEnabled: false }])
    await expectAccessible(page)
    await row.getByRole('button', { name: t.delete('Main carrier') }).click()
    await dialog.getByRole('button', { name: t.deleteQuestion.action, exact: true }).click()
    await card.getByText(t.empty).waitFor()
    expect(await listed()).toEqual([])
  })

  it('answer people who call back, with a flow that is chosen there', async () => {
    const service = console.service()
    const trunk = { name: 'Clinic', host: '127.0.0.1', isEnabled: false, callerIds: ['+4930901820'] }
    const id = (await service.call<{ id: string }>('/api/trunk/add', jsonBody(trunk)))?.data.id ?? ''
    const page = await console.open('/settings/trunks')
    const dialog = page.getByRole('dialog')
    const words = t.inbound
    await page.getByRole('button', { name: words.title('Clinic') }).click()
    await dialog.getByLabel(words.isOn).check()
    await dialog.getByRole('button', { name: words.save, exact: true }).click()
    await dialog.getByText(words.missing).waitFor()
    await dialog.getByRole('button', { name: flow.use('Appointment confirmation') }).waitFor()
    expect(await dialog.getByText(flow.intro).count()).toBe(0)
    await dialog.getByRole('button', { name: flow.use('Appointment confirmation') }).click()
    await dialog.getByText(words.missing).waitFor({ state: 'hidden' })
    await expectAccessible(page)
    await dialog.getByLabel(words.callsPerCaller).fill('3')
    await dialog.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.saved, { exact: true }).waitFor()
    const stored = (await service.call<{ inbound: { flow: { steps: object[] } } }>(`/api/trunk/${id}`))?.data
      .inbound
    expect(stored).toMatchObject({ maxCalls: 10, callsPerCaller: 3, unknownFlow: null })
    expect(stored?.flow.steps.length).toBeGreaterThan(1)
  })

  it('show an own phone as a code for the camera', async () => {
    const account = { id: '01970000-0000-7000-8000-000000000002', name: 'Desk', username: '0004812057' }
    const page = await console.open('/settings/trunks')
    const more = { password: 'k3v9tqx2m7hcw5zrb8ya', host: '192.168.1.20', port: 5060 }
    const data = { ...account, ...more }
    // The service of this test has no Asterisk.
    await page.route('**/api/ownPhone/add', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', data } }),
    )
    const words = ownPhoneMessages.en
    await page.getByRole('button', { name: words.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.form.name).fill('Desk')
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: words.form.code }).waitFor()
    await expectAccessible(page)
  })

  it('are tested with a call that is shown step by step', async () => {
    const service = console.service()
    const trunk = { name: 'Tested', host: '127.0.0.1', isEnabled: false }
    const id = (await service.call<{ id: string }>('/api/trunk/add', jsonBody(trunk)))?.data.id ?? ''
    const page = await console.open('/settings/trunks')
    const drawer = page.getByRole('dialog')
    await page.getByRole('button', { name: t.test('Tested') }).click()
    await drawer.getByLabel(t.testing.phoneNumber).fill('+4930123456')
    await page.keyboard.press('Enter')
    await drawer.getByText('The trunk is off: turn it on to test it').waitFor()

    // The service of this test has no Asterisk, so what one would say is played.
    const testId = '01970000-0000-7000-8000-000000000001'
    const time = '2026-11-17 10:00:05'
    const send = {
      step: 'send',
      status: 'ok',
      code: 'sent',
      facts: { number: '+4930123456' },
      message: '',
      time,
    }
    const refused = {
      step: 'answer',
      status: 'failed',
      code: 'refused',
      facts: { answer: 403 },
      message: '',
      time,
    }
    let steps: object[] = [send]
    let endTime: string | null = null
    const answerWith = (data: object) => ({ json: { success: true, code: 200, message: '', data } })
    await page.route('**/api/trunk/*/test', (route) => route.fulfill(answerWith({ id: testId })))
    await page.route('**/api/trunkTest/*', (route) =>
      route.fulfill(
        answerWith({ id: testId, trunkId: id, phoneNumber: '+4930123456', steps, startTime: time, endTime }),
      ),
    )
    await drawer.getByRole('button', { name: t.testing.action }).click()
    await drawer.getByText('+4930123456 is called, without a caller ID.').waitFor()
    await drawer.getByText(t.testing.running).waitFor()
    await expectAccessible(page)
    steps = [send, refused]
    endTime = time
    await drawer.getByText(/^SIP 403: the carrier does not accept this caller ID/).waitFor()
    await drawer.getByText(t.testing.failed).waitFor()
    await drawer.getByRole('button', { name: t.testing.again }).waitFor()
    await expectAccessible(page)
  })
})
