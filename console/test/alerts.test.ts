import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { alertsMessages } from '../src/features/alerts/alerts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

describeConsole(
  'the alerts',
  (console) => {
    it('are set and tried, and say who did not take a message', async () => {
      const t = alertsMessages.en
      const texts: string[] = []
      const chat = createServer((request, response) => {
        request
          .on('data', (chunk: Buffer) => texts.push(chunk.toString()))
          .on('end', () => response.end('ok'))
      })
      await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void chat.close())
      const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`

      const page = await console.open('/settings/alerts')
      await page.getByText(t.noMail).waitFor()
      await page.getByText(t.sentNone).waitFor()
      const chats = page.getByRole('combobox', { name: t.chatUrls })
      await chats.fill('http://169.254.169.254/')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: t.save, exact: true }).click()
      await page.getByText(/169\.254\.169\.254, which is never called/).waitFor()
      await chats.press('Backspace')
      await chats.fill(url)
      await page.keyboard.press('Enter')
      await page.getByLabel(t.kinds.webhook).uncheck()
      await page.getByRole('combobox', { name: t.reportHour }).click()
      await page.getByRole('option', { name: '07:00' }).click()
      await page.getByRole('button', { name: t.save, exact: true }).click()
      await page.getByText(t.saved).waitFor()
      await page.getByRole('button', { name: t.test }).click()
      await page.getByText(t.testDone('1')).waitFor()
      expect(texts.join()).toContain('Carillon: a test')
      await expectAccessible(page)
      await page.reload()
      await page.getByText(url).waitFor()
      expect(await page.getByRole('combobox', { name: t.reportHour }).inputValue()).toBe('07:00')
      expect(await page.getByLabel(t.kinds.webhook).isChecked()).toBe(false)
      expect(await page.getByLabel(t.kinds.task).isChecked()).toBe(true)
    })
  },
  { WEBHOOK_ALLOW: '127.0.0.0/8' },
)
