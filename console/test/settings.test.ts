import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { settingsMessages } from '../src/features/settings/settings.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

describeConsole('the settings', (console) => {
  it('create a token that is shown once, and revoke it', async () => {
    const t = settingsMessages.en
    const service = console.service()
    const page = await console.open('/settings/tokens')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.tokens.create }).click()
    await dialog.getByRole('button', { name: t.newToken.create }).click()
    expect(await dialog.getByLabel(t.newToken.name).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel(t.newToken.name).fill('crm')
    await dialog.getByLabel(t.tokens.scopes.read).check()
    await dialog.getByLabel(t.newToken.expiry).click()
    await page.getByRole('option', { name: t.newToken.expiries['30'] ?? '' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.newToken.create }).click()

    const token = await dialog.getByLabel(t.newToken.token).inputValue()
    expect(token).toMatch(/^carillon_/)
    await expectAccessible(page)
    const using = () =>
      fetch(`${service.address}/api/task/list`, { headers: { authorization: `Bearer ${token}` } })
    expect((await using()).status).toBe(200)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: partsMessages.en.secret.copy, exact: true }).click()
    await dialog.getByText(partsMessages.en.secret.copied, { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    // The Escape key does not close the dialog.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(token)

    const tokens = page.getByRole('table', { name: t.tokens.label })
    const row = tokens.getByRole('row').filter({ hasText: 'crm' })
    await row.getByText(t.tokens.states.active).waitFor()
    await row.getByRole('button', { name: t.tokens.revokeName('crm') }).click()
    await dialog.getByRole('button', { name: t.tokens.revoke }).click()
    await row.getByText(t.tokens.states.revoked).waitFor()
    expect((await using()).status).toBe(401)
    await page.getByRole('link', { name: t.sections.system }).click()
    const changes = page.getByRole('table', { name: t.changes.title })
    await changes.getByText(`${t.changes.operations['token.revoke']} “crm”`).waitFor()
    await expectAccessible(page)
  })

  it('let the assistant of a token make phones ring only if the box is ticked, and not with a token that reads', async () => {
    const t = settingsMessages.en
    const page = await console.open('/settings/tokens')
    const dialog = page.getByRole('dialog')
    const box = dialog.getByLabel(t.newToken.assistant)
    for (const [name, ticks] of [
      ['asks', true],
      ['asks not', false],
    ] as const) {
      await page.getByRole('button', { name: t.tokens.create }).click()
      await dialog.getByLabel(t.newToken.name).fill(name)
      expect(await box.isChecked()).toBe(false)
      await dialog.getByLabel(t.tokens.scopes.read).check()
      await box.waitFor({ state: 'detached' })
      await dialog.getByLabel(t.tokens.scopes.write).check()
      if (ticks) await box.check()
      await dialog.getByRole('button', { name: t.newToken.create }).click()
      await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const listed = await console
      .service()
      .call<{ rows: { name: string; assistantMayCall: boolean }[] }>('/api/token/list')
    const allowed = new Map(listed?.data.rows.map((token) => [token.name, token.assistantMayCall]))
    expect([allowed.get('asks'), allowed.get('asks not')]).toEqual([true, false])
  })

  it('limit the calls of a token, and show the limit', async () => {
    const t = settingsMessages.en
    const page = await console.open('/settings/tokens')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.tokens.create }).click()
    await dialog.getByLabel(t.newToken.name).fill('limited')
    await dialog.getByLabel(t.newToken.calls).fill('0')
    await dialog.getByRole('button', { name: t.newToken.create }).click()
    await dialog.getByText(/^A whole number from 1/).waitFor()
    await dialog.getByLabel(t.newToken.calls).fill('1500')
    await dialog.getByRole('button', { name: t.newToken.create }).click()
    await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()
    await page.getByRole('row', { name: /limited.*1,500/ }).waitFor()
  })

  it('bind a token to data sources, and show that it is bound', async () => {
    const t = settingsMessages.en
    await console.service().call('/api/dataSource/add', jsonBody({ dataSourceName: 'Orders' }))
    const page = await console.open('/settings/tokens')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.tokens.create }).click()
    await dialog.getByLabel(t.newToken.name).fill('orders only')
    await dialog.getByRole('combobox', { name: partsMessages.en.boundTo.label }).click()
    await page.getByRole('option', { name: 'Orders' }).click()
    await dialog.getByLabel(t.newToken.name).focus()
    await dialog.getByRole('button', { name: t.newToken.create, exact: true }).click()
    await dialog.getByLabel(t.newToken.token).waitFor()
    await dialog.getByRole('button', { name: partsMessages.en.secret.close }).click()
    const row = page
      .getByRole('table', { name: t.tokens.label })
      .getByRole('row')
      .filter({ hasText: 'orders only' })
    await row.getByText(t.tokens.bound('write', 1)).waitFor()
  })

  it('hide tokens from users without scope admin, and say why', async () => {
    const service = console.service()
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `writer ${randomUUID()}`, scope: 'write' }),
    )
    const page = await console.open('/settings/tokens', {
      service: { ...service, token: created?.data.token ?? '' },
    })
    await page.getByText('You do not have the right to change settings').first().waitFor()
    expect(await page.getByRole('table', { name: 'Access tokens' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New token' }).getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Trunks' }).click()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  it('validate and save the limits', async () => {
    const page = await console.open('/settings/trunks')
    await page.getByLabel('Lines').fill('100001')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('A whole number from 0 to 100000').waitFor()
    await page.getByLabel('Lines').fill('42')
    await page.getByLabel('Max calls per second').fill('0')
    await page.route('**/api/dialer/limits', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The service is unreachable').waitFor()
    expect(await page.getByLabel('Lines').inputValue()).toBe('42')
    await page.unroute('**/api/dialer/limits')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Limits saved').waitFor()
    const saved = await console.service().call('/api/dialer/limits')
    expect(saved?.data).toEqual({ lines: 42, callsPerSecond: 0 })
  })

  it('show the gateway, nodes, time zone and version, and link to the API reference', async () => {
    const page = await console.open('/settings/trunks')
    const gateway = page.getByRole('region', { name: 'Gateway' })
    await gateway.getByText('the simulator').waitFor()
    await gateway.getByText('Healthy').waitFor()
    await page.getByRole('link', { name: 'System' }).click()
    const service = page.getByRole('region', { name: 'Service' })
    await service.getByText('Asia/Shanghai').waitFor()
    await service.getByText(/^\d+\.\d+\.\d+/).waitFor()
    for (const name of ['API reference', 'openapi.json']) {
      const href = await service.getByRole('link', { name }).getAttribute('href')
      expect((await fetch(new URL(href ?? '', console.service().address))).status).toBe(200)
    }
  })

  it('switch the language and the colours', async () => {
    const page = await console.open('/settings/system')
    await page.getByRole('region', { name: 'Display' }).getByLabel('Color scheme').click()
    await page.getByRole('option', { name: 'Dark' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await page.getByRole('region', { name: 'Display' }).getByLabel('Language').click()
    await page.getByRole('option', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '系统', level: 1 }).waitFor()
    await expectAccessible(page)
  })

  it('have an address for each topic, with an index beside it', async () => {
    const t = settingsMessages.en
    const page = await console.open('/settings')
    const index = page.getByRole('navigation', { name: t.index })
    // The old address has a topic too.
    await page.getByRole('region', { name: 'Country of phone numbers' }).waitFor()
    for (const [name, card] of [
      ['trunks', 'Dialer limits'],
      ['speech', 'Speech'],
      ['recordings', 'Recordings'],
      ['tokens', 'Access tokens'],
      ['webhooks', 'Webhooks'],
      ['system', 'Display'],
      ['numbers', 'Calendars'],
    ] as const) {
      await index.getByRole('link', { name: t.sections[name] }).click()
      await page.waitForURL(`**/settings/${name}`)
      await page.getByRole('heading', { name: t.sections[name], level: 1 }).waitFor()
      await page.getByRole('region', { name: card }).first().waitFor()
      expect(await index.locator('[aria-current="page"]').innerText()).toContain(t.sections[name])
    }
    await page.goto('/settings/recordings')
    await page.getByText('90 days').waitFor()
  })

  it('are a list first on a phone', async () => {
    const t = settingsMessages.zh
    const page = await console.open('/settings', { language: 'zh', viewport: { width: 390, height: 844 } })
    const index = page.getByRole('navigation', { name: t.index })
    await index.getByRole('link', { name: t.sections.speech }).waitFor()
    expect(await page.getByRole('region').count()).toBe(0)
    await expectAccessible(page)
    await index.getByRole('link', { name: t.sections.recordings }).click()
    await page.getByRole('region', { name: t.recordings.title }).waitFor()
    expect(await index.isVisible()).toBe(false)
    await page.getByRole('link', { name: partsMessages.zh.back }).click()
    await index.waitFor()
  })

  it('find changes by who, what and when, and export what is found', async () => {
    const t = settingsMessages.en
    const page = await console.open('/settings/system')
    const changes = page.getByRole('table', { name: t.changes.title })
    const card = page.getByRole('region', { name: t.changes.title })
    const { operations } = t.changes
    await console.service().call('/api/calendar/add', jsonBody({ name: 'Holidays' }))
    await console.service().call('/api/doNotCall/add', jsonBody({ name: 'Asked not to be called' }))
    await page.reload()
    await changes.getByText(`${operations['calendar.add']} “Holidays”`).waitFor()
    await card.getByRole('combobox', { name: t.changes.columns.what }).click()
    await page.getByRole('option', { name: operations['calendar.add'], exact: true }).click()
    await changes.getByText(operations['doNotCall.add'] ?? '').waitFor({ state: 'hidden' })
    await changes.getByText(`${operations['calendar.add']} “Holidays”`).waitFor()
    expect(page.url()).toContain('change-what=calendar.add')
    await expectAccessible(page)

    const saved = page.waitForEvent('download')
    await card.getByRole('button', { name: partsMessages.en.export }).click()
    await page.getByRole('menuitem', { name: partsMessages.en.exportAs.csv }).click()
    const file = await (await saved).path()
    const [, ...rows] = (await readFile(file, 'utf8')).trim().split('\r\n')
    expect(rows.map((row) => row.split(',')[6])).toEqual(['calendar.add'])
    await changes.getByText(operations['audit.export'] ?? '').waitFor({ state: 'hidden' })

    await card.getByRole('searchbox', { name: t.changes.searchActor }).fill('nobody')
    await card.getByText(t.changes.noMatch).waitFor()
    await card.getByRole('button', { name: t.changes.clearFilters }).click()
    await changes.getByText(`${operations['audit.export']}`).waitFor()
  })
})
