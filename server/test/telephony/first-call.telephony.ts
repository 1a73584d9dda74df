// docs/first-call.md in a browser: a service as it is installed, the trunk of the page, and a phone of a carrier that rings. All names of buttons and fields,
// and all values, are those of the page. With FIRST_CALL_PICTURES=1 it takes the pictures of the page.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../../console/test/support/find-browser.ts'
import { startService } from '../support/carillon-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms } from './own-asterisk-parts.ts'
import { startPickyCarrier } from './picky-carrier.ts'
import { freeUdpPort } from './run-asterisk.ts'

const page = await readFile(new URL('../../../docs/first-call.md', import.meta.url), 'utf8')
const [, , addTrunk = '', ring = '', next = ''] = page.split(/^## /m)
const found = await findBrowser()

/** The names in bold, in their order. */
const namesIn = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name)

async function openService() {
  const programs = await installPrograms()
  const dataDir = join(await temporaryFolder(), 'data')
  await linkPrograms(dataDir, programs)
  const env = { SIP_PORT: String(await freeUdpPort()), RTP_PORTS: '44000-45900', STOP_WAIT: '0' }
  return startService({ dataDir, env })
}

async function openConsole({ address, token }: { address: string; token: string }): Promise<Page> {
  const browser = await chromium.launch({ ...found, headless: true })
  onTestFinished(() => browser.close())
  const viewport = { width: 1100, height: 900 }
  const context = await browser.newContext({ baseURL: address, viewport, reducedMotion: 'reduce' })
  await context.addInitScript({
    content: `localStorage.setItem('carillon-language', 'en'); sessionStorage.setItem('carillon-token', '${token}')`,
  })
  const opened = await context.newPage()
  opened.setDefaultTimeout(60_000)
  await opened.goto('/')
  return opened
}

async function takePicture(shown: Page, name: string): Promise<void> {
  if (process.env['FIRST_CALL_PICTURES'] === undefined) return
  await shown.mouse.move(0, 0)
  await shown.waitForTimeout(1000)
  await shown.screenshot({
    path: fileURLToPath(new URL(`../../../docs/screenshots/${name}.png`, import.meta.url)),
  })
}

it.skipIf(!found)('leads to a phone that rings', async () => {
  const rows = [...addTrunk.matchAll(/^\| \*\*(.+?)\*\* \| `(.+?)` \|$/gm)].map(
    ([, name = '', value = '']) => ({ name, value }),
  )
  const valueIn = (name: string) => rows.find((row) => row.name === name)?.value ?? ''
  const account = { username: valueIn('User name'), password: valueIn('Password') }
  const carrier = await startPickyCarrier({ account, registration: true, callerIds: [valueIn('Caller IDs')] })
  onTestFinished(() => carrier.stop())
  const service = await openService()
  const shown = await openConsole(service)
  const dialog = shown.getByRole('dialog')

  const [settings = '', trunks = '', add = '', ...names] = namesIn(addTrunk)
  await shown.getByRole('link', { name: settings, exact: true }).click()
  await shown.getByRole('link', { name: trunks }).click()
  await shown.getByRole('button', { name: add, exact: true }).click()
  const field = (name: string) =>
    dialog.getByRole('textbox', { name, exact: true }).or(dialog.getByRole('combobox', { name, exact: true }))
  for (const { name, value } of rows) await field(name).fill(value)
  await takePicture(shown, 'first-call-trunk')
  // The carrier of the test is on this machine, and on a port of its own.
  await field('Address of the carrier').fill('127.0.0.1')
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await dialog.getByLabel('Port', { exact: true }).fill(String(carrier.port))
  const [create = '', state = ''] = names.slice(rows.length)
  await dialog.getByRole('button', { name: create, exact: true }).click()
  await shown.getByText(state, { exact: true }).waitFor()

  const [test = '', call = '', works = ''] = namesIn(ring)
  const number = /`(\+\d+)`/.exec(ring)?.[1] ?? ''
  await shown.getByRole('button', { name: test, exact: true }).click()
  await dialog.getByLabel('Phone number').fill(number)
  await dialog.getByRole('button', { name: call, exact: true }).click()
  await dialog.getByText(works, { exact: true }).waitFor()
  expect(carrier).toMatchObject({ taken: [number], refused: [] })
  await takePicture(shown, 'first-call-test')
  await shown.keyboard.press('Escape')

  const health = namesIn(next).find((name) => name.startsWith('Health')) ?? ''
  await shown.getByRole('button', { name: health, exact: true }).click()
  await dialog.getByText(/^on the node /).waitFor()
  await dialog.getByText('No calls in this period', { exact: true }).waitFor()
})
