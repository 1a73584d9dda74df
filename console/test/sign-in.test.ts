import { expect, it } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

const t = {
  field: 'Access token',
  button: 'Sign in',
  overview: 'Overview',
  out: 'Sign out',
  invalid: 'The access token is unknown, expired or revoked',
}

describeConsole('signing in', (console) => {
  it('accepts a pasted token', async () => {
    const page = await console.open('/', { isSignedIn: false })
    await page.getByLabel(t.field, { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByLabel(t.field, { exact: true }).fill('carillon_wrong')
    await page.getByRole('button', { name: t.button, exact: true }).click()
    await page.getByText(t.invalid).waitFor()

    await page.getByLabel(t.field, { exact: true }).fill(`  ${console.service().token}\n`)
    await page.getByRole('button', { name: t.button, exact: true }).click()
    await page.getByRole('heading', { name: t.overview, level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')

    await page.reload()
    await page.getByRole('heading', { name: t.overview, level: 1 }).waitFor()
    await page.getByRole('button', { name: t.out }).click()
    await page.getByLabel(t.field, { exact: true }).waitFor()
    await page.reload()
    await page.getByLabel(t.field, { exact: true }).waitFor()
  })

  it('holds in a new tab while another one is open, and signing out signs out both', async () => {
    const page = await console.open('/', { isSignedIn: false })
    await page.getByLabel(t.field, { exact: true }).fill(console.service().token)
    await page.getByRole('button', { name: t.button, exact: true }).click()
    await page.getByRole('heading', { name: t.overview, level: 1 }).waitFor()
    // Who is signed in is always visible.
    await page.getByText('ACCESS_TOKEN', { exact: true }).waitFor()

    const tab = await page.context().newPage()
    await tab.goto('/')
    await tab.getByRole('heading', { name: t.overview, level: 1 }).waitFor()
    expect(await tab.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
      console.service().token,
    )
    await tab.getByRole('button', { name: t.out }).click()
    await page.getByLabel(t.field, { exact: true }).waitFor()

    await tab.reload()
    await tab.getByLabel(t.field, { exact: true }).waitFor()
  })

  it('switches the language and the colours, and remembers both', async () => {
    const page = await console.open('/')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: '简体中文' }).click()
    await page.getByRole('link', { name: '任务', exact: true }).waitFor()
    await page.getByRole('button', { name: '配色' }).click()
    await page.getByRole('menuitemradio', { name: '深色' }).click()
    await page.reload()
    await page.getByRole('link', { name: '任务', exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  it('shows an error for an unknown page, with a link to the overview', async () => {
    const page = await console.open('/nowhere')
    await page.getByText('Page not found').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  })

  // With LANG=C.UTF-8 Chromium reports its locale, which Intl rejects.
  it('draws its charts in a browser that reports an invalid language tag', async () => {
    const service = console.service()
    const source = await addList(service, 'any browser', numbers(3))
    const id = await addTask(service, { taskName: 'any browser', dataSourceId: source, maxDialCount: 1 })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}?tab=report`, { reportedLanguage: 'en-US@posix' })
    await page.getByRole('heading', { name: 'any browser', level: 1 }).waitFor()
    await page.locator('.uplot canvas').first().waitFor()
  })
})
