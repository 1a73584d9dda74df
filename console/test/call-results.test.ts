// What came of answered calls, and the recordings of them.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeWav } from '../../server/test/support/recording-switch.ts'
import { numbersMessages } from '../src/features/numbers/numbers.messages.ts'
import { resultsMessages } from '../src/features/tasks/results.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

/** A task whose one answered call has this result and a recording. */
async function addResult(console: ConsoleOfFile, name: string, phone: string) {
  const service = console.service()
  const { db } = console.database()
  const source = await addList(service, name, [phone])
  const id = await addTask(service, { taskName: name, dataSourceId: source })
  await moveTask(service, 'publish', id)
  const calls = async () =>
    (await service.call<{ rows: { id: string; contactId: string }[] }>(`/api/task/${id}/calls`))?.data.rows ??
    []
  await expect.poll(async () => (await calls()).length).toBe(1)
  const [call = { id: '', contactId: '' }] = await calls()
  const recordingId = randomUUID()
  const result = {
    verdict: { is: 'person', by: 'detector', how: 'short_greeting', afterMs: 1900 },
    digits: { confirm: '1' },
    fields: { mood: 'splendid' },
    transfer: { to: 'sip:sales@example.com', result: 'answered' },
    optOut: randomUUID(),
    callbackTime: '2026-07-02T15:00:00.000Z',
    recordings: [{ id: recordingId, what: 'call', offsetMs: 500 }],
    said: [{ step: 'confirm', text: 'Hello Ann, press 1 to confirm.', offsetMs: 2100 }],
    pressed: [{ step: 'confirm', keys: '1', offsetMs: 6000 }],
  }
  await db.query({
    text: 'update call set result = $2, sip_status = 200 where id = $1',
    values: [call.id, result],
  })
  await db.query({ text: 'update dial set result = $2 where task_id = $1', values: [id, result] })
  await db.query({
    text: `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, status, seconds, bytes,
        store, file, is_on_switch, create_time)
      values ($1, $2, $3, $4, '1', '1', 'call', 'kept', 12, 192044, 'folder:elsewhere', 'a.wav', false, now())`,
    values: [recordingId, call.id, id, call.contactId],
  })
  return { id, recordingId, phone, callId: call.id }
}

describeConsole('the results of a task', (console) => {
  it('show who answered and what was keyed in', async () => {
    const t = resultsMessages.en
    const phone = '13800138000'
    const { id } = await addResult(console, 'survey', phone)
    const page = await console.open(`/tasks/${id}?tab=report`)
    const card = page.getByRole('region', { name: t.title })
    await card.getByText(t.digits('confirm')).waitFor()
    await card.getByText('splendid').waitFor()
    await expectAccessible(page)

    await page.getByRole('tab', { name: tasksMessages.en.detail.tabs.calls }).click()
    await page.getByText('SIP 200').waitFor()
    await page.getByRole('button', { name: t.open(phone) }).click()
    const drawer = page.getByRole('dialog', { name: phone })
    for (const text of [
      t.verdicts['person'] ?? '',
      t.ways['short_greeting'] ?? '',
      'splendid',
      'Hello Ann, press 1 to confirm.',
      t.happened.optOut,
      t.happened.ended,
    ])
      await drawer.getByText(text).first().waitFor()
    await drawer.getByText(partsMessages.en.named(t.transfer, 'sip:sales@example.com')).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByPlaceholder(t.anyVerdict).click()
    await page.getByRole('option', { name: t.verdicts['machine'] ?? '' }).click()
    await page.getByText(tasksMessages.en.calls.noMatch).waitFor()
    expect(page.url()).toContain('call-verdict=machine')
  })

  it('of all calls are on the page of their number, also of one that ends meanwhile, and a recording appears when it is there', async () => {
    const phone = '13800138040'
    const { recordingId } = await addResult(console, 'complaint', phone)
    const page = await console.open('/')
    let isLater = false
    await page.route('**/api/number/*/history*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const [row] = json.data.rows
      if (isLater) json.data.rows.unshift({ ...row, id: 'later', result: { digits: { confirm: '2' } } })
      await route.fulfill({ response, json })
    })
    let status = 'pending'
    await page.route(`**/api/recording/${recordingId}`, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, data: { ...json.data, status } } })
    })
    await page.goto(`/numbers?number=${phone}`)
    const facts = page.locator('details')
    const isOpen = () => facts.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open))
    await facts.getByText(resultsMessages.en.pending).waitFor()
    expect(await isOpen()).toEqual([true])
    status = 'kept'
    await facts.getByRole('button', { name: resultsMessages.en.load }).waitFor()
    isLater = true
    await page.getByRole('button', { name: numbersMessages.en.callBack.open }).click()
    await page.getByRole('dialog').getByRole('button', { name: numbersMessages.en.callBack.action }).click()
    await expect.poll(async () => (await isOpen()).slice(0, 2)).toEqual([true, true])
  })

  it('show what a voice agent has told, and play a line that is clicked', async () => {
    const t = resultsMessages.en
    const phone = '13800138050'
    const { id, recordingId, callId } = await addResult(console, 'talk', phone)
    const transcript = [
      { who: 'agent', text: 'Good morning Ann, is Monday at nine still fine?', offsetMs: 350 },
      { who: 'callee', text: 'Yes, it is.', offsetMs: 7500 },
      { who: 'agent', text: 'Thank you, goodbye.', offsetMs: null },
    ]
    await console.database().db.query({
      text: `insert into conversation (task_id, call_id, transcript, line_count, summary, costs)
        values ($1, $2, $3, 3, 'She comes on Monday at nine.', '{"speech": {"amount": 0.042, "currency": "USD"}}')`,
      values: [id, callId, JSON.stringify(transcript)],
    })
    const page = await console.open(`/tasks/${id}?tab=calls`)
    await page.route(`**/api/recording/${recordingId}/file`, (route) =>
      route.fulfill({ contentType: 'audio/wav', body: Buffer.from(makeWav(12)) }),
    )
    await page.getByRole('searchbox', { name: t.searchSaid }).fill('it IS')
    await expect.poll(() => page.url()).toContain('call-said=')
    await page.getByRole('button', { name: t.open(phone) }).click()
    const drawer = page.getByRole('dialog', { name: phone })
    await drawer.getByText('She comes on Monday at nine.').waitFor()
    await drawer.getByText('$0.042').waitFor()
    const lines = drawer.getByRole('list', { name: t.conversation })
    await lines.getByText('Thank you, goodbye.').waitFor()
    expect(await lines.getByRole('button', { name: 'Thank you, goodbye.' }).count()).toBe(0)
    // In the order in which it happened: the agent, the verdict, the sentence, the key, the callee.
    const order = (await lines.getByRole('listitem').allInnerTexts()).join(' ')
    expect(order).toMatch(/Good morning.*short greeting.*press 1 to confirm.*Pressed\s+1.*Yes, it is/s)
    await lines.getByRole('button', { name: 'Yes, it is.' }).focus()
    await page.keyboard.press('Enter')
    const slider = drawer.getByRole('slider', { name: t.position })
    await expect
      .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
      .toBeGreaterThanOrEqual(7)
    await expect.poll(() => lines.locator('[data-now]').innerText()).toContain('Yes, it is.')
    await lines.getByRole('button', { name: /Good morning/ }).click()
    await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeLessThan(3)
    await expectAccessible(page)
  })

  it('are gone through with J and K, in the order of the list', async () => {
    const t = resultsMessages.en
    const service = console.service()
    const phones = ['13800138060', '13800138080', '13800138090']
    const source = await addList(service, 'one after the other', phones)
    const id = await addTask(service, { taskName: 'one after the other', dataSourceId: source })
    await moveTask(service, 'publish', id)
    const total = async () => (await service.call<{ total: number }>(`/api/task/${id}/calls`))?.data.total
    await expect.poll(total).toBe(phones.length)
    const result = {
      said: [{ step: 'confirm', text: 'Press 1 to confirm.', offsetMs: 0 }],
      pressed: [{ step: 'confirm', keys: '1', offsetMs: 20 }],
    }
    await console.database().db.query({
      text: `update call set result = $2, answer_time = end_time - interval '12 seconds' where task_id = $1`,
      values: [id, result],
    })
    const page = await console.open(`/tasks/${id}?tab=calls`)
    const opening = page.getByRole('button', { name: t.open('') })
    await opening.first().waitFor()
    const listed = await page.locator('tbody tr th a').allInnerTexts()
    await opening.first().click()
    const shows = (index: number) => page.getByRole('dialog', { name: listed[index] ?? '' }).waitFor()
    await shows(0)
    await page.getByText(t.placeOf('1', '3'), { exact: true }).waitFor()
    // What was said and pressed stands at its time, also without a recording.
    await page.locator('.call-timeline-mark', { hasText: 'Press 1 to confirm.' }).waitFor()
    await page.locator('.call-timeline-mark', { hasText: t.pressed }).waitFor()
    await page.keyboard.press('k')
    await shows(0)
    await page.keyboard.press('j')
    await shows(1)
    await page.getByRole('button', { name: t.nextCall }).click()
    await shows(2)
    await expectAccessible(page)
    await page.keyboard.press('j')
    await shows(2)
    await page.keyboard.press('k')
    await shows(1)
  })

  it.each([1280, 390])('play a recording with the keyboard, %i px wide', async (width) => {
    const { id, recordingId, phone } = await addResult(
      console,
      `tape ${width}`,
      width === 390 ? '13800138020' : '13800138030',
    )
    const page = await console.open(`/tasks/${id}?tab=contacts`, {
      viewport: { width, height: 800 },
      colorScheme: width === 390 ? 'dark' : 'light',
    })
    await page.route(`**/api/recording/${recordingId}/file`, (route) =>
      route.fulfill({ contentType: 'audio/wav', body: Buffer.from(makeWav(12)) }),
    )
    await page.getByRole('button', { name: `Details of ${phone}` }).click()
    const drawer = page.getByRole('dialog', { name: phone })
    await drawer.getByRole('button', { name: 'Load the recording' }).click()
    const slider = drawer.getByRole('slider', { name: 'Position in the recording' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toBe('0:10 of 0:12')
    expect(await slider.locator('rect[data-played]').count()).toBeGreaterThan(100)
    await page.keyboard.press('Home')
    expect(await slider.getAttribute('aria-valuenow')).toBe('0')
    await page.keyboard.press(' ')
    await drawer.getByRole('button', { name: 'Pause' }).waitFor()
    await expect
      .poll(async () =>
        Number(await drawer.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime)),
      )
      .toBeGreaterThan(0)
    await page.keyboard.press(' ')
    await drawer.getByRole('button', { name: 'Play' }).waitFor()
    await expectAccessible(page)
  })
})
