// A line or a card of a task's picture is chosen, and the latest conversations that went that way are beside it.
import { expect, it } from 'vitest'
import { resultsMessages } from '../src/features/tasks/results.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole, FAST_SIMULATOR } from './support/console-test.ts'
import { addList, addTask, confirmFlow, moveTask } from './support/story.ts'

describeConsole(
  'the latest conversations of a way',
  (console) => {
    it('are shown for a card and for a line, opened one after the other, and closed by keyboard', async () => {
      const t = resultsMessages.en
      const service = console.service()
      // The last digit but one decides on who answers: two people, who press nothing, and a machine.
      const phones = ['13800138000', '13800138010', '13800138070']
      const dataSourceId = await addList(service, 'latest', phones)
      const body = { dataSourceId, taskName: 'latest', flow: confirmFlow, maxDialCount: 1 }
      const id = await addTask(service, body)
      await moveTask(service, 'publish', id)
      const counted = async () =>
        (await service.call<{ calls: number }>(`/api/task/${id}/flow/report`))?.data.calls
      await expect.poll(counted).toBe(3)

      const page = await console.open(`/tasks/${id}`)
      await page.getByRole('button', { name: /^4\. Say bye/ }).click()
      const ofCard = page.getByRole('complementary', { name: /bye/ })
      const opens = (phone: string) => t.latest.open(phone)
      await ofCard.getByRole('button', { name: opens('13800138000') }).waitFor()
      expect(await ofCard.getByRole('listitem').count()).toBe(2)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await ofCard.waitFor({ state: 'hidden' })

      const line = page.locator('.picture-label', { hasText: /machine/i }).locator('.picture-dot')
      await line.click()
      const ofLine = page.getByRole('complementary', { name: /machine/i })
      await ofLine.getByRole('button', { name: opens('13800138070') }).click()
      const conversation = page.getByRole('dialog', { name: '13800138070' })
      await conversation
        .getByText(t.verdicts['machine'] ?? '')
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await conversation.waitFor({ state: 'hidden' })
      await ofLine.getByRole('link', { name: t.latest.contacts }).click()
      await page.waitForURL('**/tasks/*?tab=contacts&contact-result=verdict&contact-result-value=machine*')
    })
  },
  // Otherwise chance decides which of the few calls press a key in time.
  { SIMULATOR: `${FAST_SIMULATOR}, press.none=100` },
)
