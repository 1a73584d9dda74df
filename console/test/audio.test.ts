// Audios are uploaded, heard, used in a call and deleted.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { audioMessages } from '../src/features/audio/audio.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { toneFile } from './support/files.ts'
import { SPEECH } from './support/speech.ts'
import { addList } from './support/story.ts'

const [ANSWERED, BUSY] = ['13800138000', '13800138001']

describeConsole(
  'the audios',
  (console) => {
    it('are uploaded, heard and deleted', async () => {
      const t = audioMessages.en
      const page = await console.open('/audio')
      await page.getByRole('button', { name: t.upload }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type="file"]').setInputFiles(toneFile('welcome.wav', 1.5))
      expect(await dialog.getByLabel(t.dialog.name).inputValue()).toBe('welcome')
      await dialog.getByRole('button', { name: t.dialog.action, exact: true }).click()
      const row = page.getByRole('row', { name: 'welcome' })
      await row.getByText('1.5').waitFor()

      await row.getByRole('button', { name: t.listen('welcome') }).click()
      const player = page.locator('audio')
      await expect.poll(() => player.evaluate((sound: HTMLAudioElement) => sound.ended)).toBe(true)
      expect(await player.evaluate((sound: HTMLAudioElement) => sound.duration)).toBeCloseTo(1.5, 1)
      await page.keyboard.press('Escape')
      await expectAccessible(page)

      await row.getByRole('button', { name: t.remove('welcome') }).click()
      await dialog.getByRole('button', { name: t.removeQuestion.action, exact: true }).click()
      await page.getByText(t.removed).waitFor()
      await expect.poll(() => row.count()).toBe(0)
    })

    it('are recorded by phone', async () => {
      const { record: t, listen } = audioMessages.en
      const name = 'spoken'
      const page = await console.open('/audio')
      await page.getByRole('button', { name: t.open }).first().click()
      const dialog = page.getByRole('dialog')
      const ring = async (phoneNumber: string) => {
        await dialog.getByLabel(t.name).fill(name)
        await dialog.getByLabel(t.phoneNumber).fill(phoneNumber)
        await dialog.getByRole('button', { name: t.action, exact: true }).click()
      }
      await ring('nobody')
      await dialog.locator('[aria-invalid="true"]').waitFor()
      await ring(BUSY)
      await dialog.getByText(t.failures.not_answered?.('busy') ?? '').waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t.again }).click()
      await ring(ANSWERED)
      await dialog.getByText(t.statuses.kept?.('') ?? '').waitFor({ timeout: 60_000 })
      const player = dialog.locator('audio')
      const seconds = () => player.evaluate((sound: HTMLAudioElement) => sound.duration)
      await expect.poll(seconds).toBeGreaterThan(0.2)
      await dialog.getByRole('button', { name: t.close, exact: true }).last().click()
      await page
        .getByRole('row', { name })
        .getByRole('button', { name: listen(name) })
        .waitFor()
    })

    it('says why a file is refused, and keeps the form', async () => {
      const page = await console.open('/audio')
      await page.getByRole('button', { name: 'Upload audio' }).first().click()
      const dialog = page.getByRole('dialog')
      const file = { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('not a sound') }
      await dialog.locator('input[type="file"]').setInputFiles(file)
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await dialog.getByText(/audio/i).last().waitFor()
      expect(await dialog.getByLabel('Name').inputValue()).toBe('notes')
    })

    it('are uploaded in the middle of a call that is built, and kept while a task plays them', async () => {
      const service = console.service()
      const source = await addList(service, 'listeners', ['13800138000'])
      const page = await console.open(`/tasks/new?dataSource=${source}`, { flowView: 'list' })
      await page.getByLabel('Name').fill('plays')
      await page.getByRole('button', { name: 'Start with an empty call flow' }).click()
      await page.getByRole('combobox', { name: 'Voice' }).click()
      await page.getByRole('option', { name: 'Ann' }).click()
      await page.getByRole('button', { name: 'Add a step', exact: true }).click()
      await page.getByRole('menuitem', { name: /^Play audio/ }).click()
      await page.getByRole('button', { name: 'Upload…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type="file"]').setInputFiles(toneFile('jingle.wav', 1))
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await page.getByRole('list', { name: 'Steps' }).getByText('audio “jingle”').waitFor()
      await page.getByText('No problems found').waitFor()
      await page.getByRole('button', { name: 'Create task' }).click()
      await page.getByRole('heading', { name: 'plays', level: 1 }).waitFor()

      const audios = await service.call<{ rows: { id: string }[] }>('/api/audio/list?name=jingle')
      const id = audios?.data.rows[0]?.id
      const deleted = await service.call('/api/audio/delete', jsonBody({ id }))
      expect(deleted?.status).toBe(409)
    })

    it('come with what speaks the texts, which can be tried', async () => {
      const page = await console.open('/audio', {
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
      })
      const speech = page.getByRole('region', { name: 'Speech' })
      await speech.getByText('A command on this machine').waitFor()
      await speech.getByLabel('Text').fill('One, two, three.')
      await speech.getByRole('combobox', { name: 'Voice' }).click()
      await page.getByRole('option', { name: 'Bo' }).click()
      await speech.getByRole('button', { name: 'Speak' }).click()
      const seconds = () => page.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration)
      await expect.poll(seconds).toBeGreaterThan(0.5)
      await expectAccessible(page)
    })
  },
  // Nobody hangs up before the tone.
  { SPEECH, SPEECH_VOICES: 'Ann, Bo', SIMULATOR: 'last-digit, ring=0-0.05, timeout=0.1, leave=0' },
)
