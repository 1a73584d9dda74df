// The first screen of an empty service is a phone that rings: its call is heard, keys work, and one click calls made-up people
// with it. A guide leads through what follows.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { playedCallMessages } from '../src/features/flows/played-call.messages.ts'
import { previewMessages } from '../src/features/flows/preview/preview.messages.ts'
import { demoMessages } from '../src/features/overview/demo/demo.messages.ts'
import { firstCallMessages } from '../src/features/overview/first-call/first-call.messages.ts'
import { exampleContact, sentences } from '../src/features/overview/first-call/sentences.ts'
import { overviewMessages } from '../src/features/overview/overview.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

/** The names of the recordings that were heard from beginning to end, and all requests for generated speech. */
async function listenTo(page: Page) {
  const fetched: string[] = []
  const spoken: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/(\w\w-\w+)-[\w-]+\.mp3$/.exec(request.url()) ?? []
    if (name !== undefined) fetched.push(name)
    if (request.url().endsWith('/api/speech/say')) spoken.push(request.url())
  })
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      document.body.dataset['sounds'] = String(Number(document.body.dataset['sounds'] ?? 0) + 1)
      // A sentence takes seconds; its end is what the call waits for.
      this.playbackRate = 8
      return play.call(this)
    }
  })
  return { fetched, spoken, sounds: () => page.evaluate(() => Number(document.body.dataset['sounds'])) }
}

describeConsole('the first run', (console) => {
  it('has a recording of every sentence of the example call, in both languages', async () => {
    for (const language of ['en', 'zh'] as const) {
      const examples = await console
        .service()
        .call<{ rows: { id: string; flow: unknown }[] }>(`/api/flow/examples?language=${language}`)
      const example = examples?.data.rows.find(({ id }) => id === 'appointment')
      const { name, date } = exampleContact[language]
      const texts = [...JSON.stringify(example?.flow).matchAll(/"(?:text|retryText)":"([^"]*)"/g)].map(
        ([, text = '']) => text.replace(/\{\{name\|[^}]*\}\}/g, name).replace(/\{\{date\|[^}]*\}\}/g, date),
      )
      const { ask, again, thanks, nothing, later } = sentences[language]
      expect(texts).toEqual(expect.arrayContaining([ask, again, thanks, nothing]))
      expect(later).toBe(demoMessages[language].later)
      for (const file of Object.keys(sentences[language])) {
        const path = `../src/features/overview/first-call/sounds/${language}-${file}.mp3`
        expect(readFileSync(new URL(path, import.meta.url)).length).toBeLessThan(30_000)
      }
    }
  })

  it('plays the example call on a phone with a keypad, in Chinese, on a small screen, by mouse', async () => {
    const t = firstCallMessages.zh
    const page = await console.open('/', { language: 'zh', viewport: { width: 390, height: 844 } })
    const heard = await listenTo(page)
    const phone = page.getByRole('region', { name: playedCallMessages.zh.label })
    await phone.getByRole('button', { name: playedCallMessages.zh.answer }).click()
    await phone.getByRole('log').getByText(sentences.zh.ask).waitFor()
    await phone.getByRole('button', { name: previewMessages.zh.key('2') }).click()
    await page.getByText(t.outcomes.later).waitFor()
    expect(heard.fetched).toEqual(['zh-ask', 'zh-later'])
    expect(heard.spoken).toEqual([])
    await expectAccessible(page)
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBe(widths[1])
  })

  it.each([
    { width: 390, language: 'en' as const },
    { width: 768, language: 'zh' as const },
    { width: 1920, language: 'en' as const },
  ])('fits $width pixels, in $language', async ({ width, language }) => {
    const page = await console.open('/', { language, viewport: { width, height: 800 } })
    const answer = page.getByRole('button', { name: playedCallMessages[language].answer })
    await answer.waitFor()
    const box = await answer.boundingBox()
    // Without scrolling.
    expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })

  it('is heard by keyboard right after signing in, and starts a demo campaign, whose guide is made of links', async () => {
    const t = demoMessages.en
    const words = firstCallMessages.en
    const service = console.service()
    const page = await console.open('/', { isSignedIn: false })
    await page.getByLabel('Access token').fill(service.token)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('button', { name: playedCallMessages.en.answer })
    await answer.waitFor()
    const heard = await listenTo(page)
    // No figures of nothing beside it.
    expect(await page.getByText('Lines in use').count()).toBe(0)
    for (const door of [words.import, words.write, words.connect])
      await page.getByRole('link', { name: door }).waitFor()
    await expectAccessible(page)
    await answer.focus()
    await page.keyboard.press('Enter')
    await expect.poll(heard.sounds).toBe(1)
    await page.getByText(previewMessages.en.waitsFor.key).waitFor()
    await page.keyboard.press('1')
    await page.getByText(words.outcomes.confirmed).waitFor()
    expect(heard.fetched).toEqual(['en-ask', 'en-thanks'])
    expect(heard.spoken).toEqual([])
    await page.getByRole('button', { name: words.callThem }).focus()
    await page.keyboard.press('Enter')
    // The picture of the call, which fills with the ways that people take; the guide is on the overview.
    await page.waitForURL(/\/tasks\/[0-9a-f-]+\?tab=call$/)
    await page
      .getByRole('link', { name: /: [1-9]\d*: show these contacts$/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.goto('/')
    const title = page
      .getByRole('heading', { name: t.title })
      .or(page.getByRole('heading', { name: /^Your demo is over/ }))
    await title.waitFor()
    await expectAccessible(page)

    const tasks = await service.call<{
      rows: { taskName: string; contactCount: number; status: number }[]
    }>('/api/task/list')
    expect(tasks?.data.rows.map(({ taskName, contactCount }) => [taskName, contactCount])).toEqual([
      [t.campaigns.survey.taskName, 40],
      [t.campaigns.deliveries.taskName, 40],
      [t.campaigns.appointments.taskName, 60],
    ])
    for (const { status } of tasks?.data.rows ?? []) expect([1, 4]).toContain(status)

    for (const [step, place] of [
      [t.watch, '/tasks/'],
      [t.contacts, '?tab=contacts'],
      [t.call, '?tab=call'],
      [t.list, '/data-sources/'],
    ] as const) {
      await page.getByRole('link', { name: step }).click()
      await page.waitForURL((url) => url.href.includes(place))
      await page.goto('/')
    }
    // The last step was not followed yet; then the guide leaves by itself.
    await title.waitFor()
    await page.getByRole('link', { name: t.own }).click()
    await page.waitForURL(/\/data-sources\?new=1/)
    await page.goto('/')
    await page.getByText(overviewMessages.en.reachedToday).waitFor()
    expect(await title.count()).toBe(0)
  })
})
