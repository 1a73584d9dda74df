// What people with few rights see: every page for a monitor, who sees no number, and for somebody who is bound to a data source. Nothing that they may
// not see is asked for again and again, no page waits for ever, and none shows an error in place of what is hidden.
import { expect, it } from 'vitest'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

const PASSWORD = 'correct horse battery'
const SHOTS = process.env['SHOTS']

const ALL = [
  'Overview',
  'Tasks',
  'Calendar',
  'Reports',
  'Data sources',
  'Audio',
  'Do-not-call',
  'Number history',
  'Settings',
]
const OFFERED: Record<string, string[]> = {
  monitor: ALL.filter((name) => name !== 'Number history'),
  viewer: ALL,
  // Bound to a data source.
  operator: ['Tasks', 'Calendar', 'Data sources', 'Audio', 'Settings'],
}

describeConsole('people with few rights', (console) => {
  async function visitAll(role: string, isBound: boolean) {
    const { address, token } = console.service()
    const admin = async (path: string, body: object) => {
      const response = await fetch(address + path, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      return ((await response.json()) as { data: { id: string; token: string } }).data
    }
    const list = await addList(console.service(), `list of ${role}`, ['+491511234000', '+491511234001'])
    const task = await addTask(console.service(), { taskName: `task of ${role}`, dataSourceId: list })
    await moveTask(console.service(), 'publish', task)
    const lists = await admin('/api/doNotCall/add', { name: `never ${role}` })
    const rights = { name: role, role, ...(isBound && { dataSourceIds: [list] }) }
    const link = (await admin('/api/person/invite', rights)).token
    const page = await console.open('/', { isSignedIn: false, locale: 'en-GB' })
    await page.goto(`/invitation#${link}`)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Choose this password' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    // What they may not see is not offered: in the navigation, as a topic, as a tab, by the palette.
    const linksIn = (name: string) => page.getByRole('navigation', { name }).getByRole('link').allInnerTexts()
    const offered = async (names: string[], read: () => Promise<string[]>) =>
      expect.poll(async () => (await read()).map((each) => each.split('\n')[0]?.trim())).toEqual(names)
    await offered(OFFERED[role] ?? [], () => linksIn('Main navigation'))
    await page.goto('/settings/people')
    await page.getByRole('navigation', { name: 'Settings by topic' }).getByRole('link').first().waitFor()
    const topics = await linksIn('Settings by topic')
    expect(topics.some((each) => each.startsWith('Tokens'))).toBe(false)
    expect(topics.some((each) => each.startsWith('Webhooks'))).toBe(false)
    await page.goto(`/tasks/${task}`)
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    expect((await tabs.allInnerTexts()).includes('Contacts')).toBe(role !== 'monitor')
    // The pages of a viewer hear events all the time, and are those of other stories.
    if (role === 'viewer') return
    let streams = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/events') streams += 1
    })
    const pages = [
      ...[
        '/',
        '/tasks',
        '/tasks/new',
        `/tasks/${task}`,
        `/tasks/${task}?tab=contacts`,
        `/tasks/${task}?tab=calls`,
        '/data-sources',
        `/data-sources/${list}`,
        '/do-not-call',
      ],
      ...[`/do-not-call/${lists.id}`, '/reports', '/audio', '/numbers', '/wall'],
      ...['', '/people', '/tokens', '/system', '/permission', '/trunks', '/webhooks', '/display'].map(
        (each) => `/settings${each}`,
      ),
    ]
    for (const path of pages) {
      streams = 0
      await page.goto(path, { waitUntil: 'networkidle' })
      const waiting = page.locator('.mantine-Loader-root, .mantine-Skeleton-root:visible')
      await expect.poll(async () => [path, await waiting.count()]).toEqual([path, 0])
      const alerts = await page.locator('[role=alert], .mantine-Notification-root').allInnerTexts()
      expect([path, alerts]).toEqual([path, []])
      // It is refused once, and not asked for again.
      expect([path, streams]).toEqual([path, 1])
      const text = (await page.innerText('body')).replaceAll(' ', '')
      if (role === 'monitor') expect([path, text.includes('1511234')]).toEqual([path, false])
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${role}${path.replaceAll(/[^\w-]/g, '_')}.png` })
    }
  }

  it('a monitor finds no number on any page, and no error', () => visitAll('monitor', false))
  it('a viewer is offered every page of the navigation', () => visitAll('viewer', false))
  it('a bound operator finds what is hidden called so, and no error', () => visitAll('operator', true))
})
