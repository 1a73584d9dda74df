// Webhooks in the settings: added, tested, looked at and sent again, with a receiver that verifies what arrives.

import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { startReceiver } from '../../server/test/support/webhook-receiver.ts'
import { webhookMessages } from '../src/features/webhooks/webhooks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

const PHONE = { width: 390, height: 844 }

describeConsole(
  'webhooks',
  (console) => {
    it('are added, tested, sent again, switched off and deleted', async () => {
      const t = webhookMessages.en
      const receiver = await startReceiver()
      onTestFinished(receiver.close)
      const page = await console.open('/settings/webhooks')
      await page.getByRole('button', { name: t.add }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t.form.url).fill('https://10.0.0.1/hook')
      await dialog.getByLabel(t.form.description).fill('CRM')
      await dialog.getByLabel(t.form.eventNames['task.status']).check()
      await dialog.getByRole('button', { name: t.form.create }).click()
      await dialog.getByText(/inside your own network/).waitFor()
      expect(await dialog.getByLabel(t.form.url).getAttribute('aria-invalid')).toBe('true')
      await expectAccessible(page)
      await dialog.getByLabel(t.form.url).fill(receiver.url)
      await dialog.getByRole('button', { name: t.form.create }).click()
      const secret = await dialog.getByLabel(t.secret.label, { exact: true }).inputValue()
      receiver.verify.push(new Webhook(secret))
      await expectAccessible(page)
      await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()

      const row = page.getByRole('table', { name: t.title }).getByRole('row').filter({ hasText: 'CRM' })
      await row.getByText(t.states.good).waitFor()
      await row.getByRole('button', { name: t.open('CRM') }).click()
      await dialog.getByRole('button', { name: t.log.test }).click()
      await page.getByText(t.log.testTaken).waitFor()
      await dialog.getByRole('cell', { name: /^204/ }).waitFor()
      receiver.answer = (_event, response) => response.writeHead(500).end('the database is away')
      await dialog.getByRole('button', { name: t.log.test }).click()
      await dialog.getByText('the database is away').waitFor()
      await expectAccessible(page)
      receiver.answer = undefined
      await dialog.getByRole('button', { name: t.log.sendAllAgain('1') }).click()
      await expect
        .poll(() => receiver.received.map(({ type }) => type))
        .toEqual(['webhook.test', 'webhook.test'])
      await dialog.locator('label').filter({ hasText: t.log.statuses.failed }).click()
      await dialog.getByText(t.log.none, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })

      await row.getByRole('button', { name: t.rotate('CRM') }).click()
      await dialog.getByRole('button', { name: t.rotateQuestion.action }).click()
      expect(await dialog.getByLabel(t.secret.label, { exact: true }).inputValue()).not.toBe(secret)
      await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()
      await row.getByRole('switch', { name: t.isOn('CRM') }).click({ force: true })
      await row.getByText(t.states.off).waitFor()
      await row.getByRole('button', { name: t.delete('CRM') }).click()
      await dialog.getByRole('button', { name: t.deleteQuestion.action }).click()
      await page.getByText(t.empty).waitFor()
    })

    it('fit on a phone', async () => {
      const t = webhookMessages.zh
      const added = await console.service().call<{ id: string }>(
        '/api/webhook/add',
        jsonBody({
          url: 'https://hooks.example.com/a/very/long/path/of/a/receiver',
          events: ['call.ended'],
        }),
      )
      const page = await console.open('/settings/webhooks', { language: 'zh', viewport: PHONE })
      const open = page.getByRole('button', { name: t.open('hooks.example.com') })
      await open.scrollIntoViewIfNeeded()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(PHONE.width)
      await open.click()
      await page.getByText(t.log.empty).waitFor()
      await expectAccessible(page)
      await console.service().call('/api/webhook/delete', jsonBody({ id: added?.data.id }))
    })
  },
  { WEBHOOK_ALLOW: '127.0.0.0/8' },
)
