// Passkeys in a browser with a device that makes and uses them by itself: adding one, signing out, signing in with it, and proving with it again.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

const PASSWORD = 'correct horse battery'
const SHOTS = process.env['SHOTS']

/** A device with user verification, which is done at once. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

describeConsole('passkeys', (console) => {
  it('are added, sign in without a name, and prove again who somebody is', async () => {
    const { port } = new URL(console.service().address)
    const { token } = console.service()
    const origin = `http://localhost:${port}`
    // A browser of its own, at a name: browsers have no passkeys for an address.
    const page = await console.open(`${origin}/`, { isSignedIn: false, locale: 'en-GB' })
    const shoot = async (name: string) => {
      if (!SHOTS) return
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({ path: `${SHOTS}/passkey-${name}-${scheme}.png` })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    const device = await addDevice(page)
    const ask = async (path: string, body: object, headers: object = {}) => {
      const answer = await page.request.post(`${origin}${path}`, {
        data: body,
        headers: { origin, ...headers },
      })
      return (await answer.json()).data
    }
    const rights = { name: 'Ann Lee', role: 'admin' }
    const { token: link } = await ask('/api/person/invite', rights, { authorization: `Bearer ${token}` })
    await page.goto(`${origin}/invitation#${link}`)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Choose this password' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    await page.goto(`${origin}/settings/people`)
    await page.getByText('With a passkey you sign in by a finger').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Laptop')
    await expectAccessible(page)
    await shoot('add')
    await device.verifies(false)
    await dialog.getByRole('button', { name: 'Continue on the device' }).click()
    await dialog.getByText('No passkey was chosen.').waitFor()
    await device.verifies(true)
    await dialog.getByRole('button', { name: 'Continue on the device' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Laptop' })
    await row.getByText('never').waitFor()
    expect(await device.credentials()).toHaveLength(1)
    await expectAccessible(page)
    await shoot('list')
    // The same device has one already.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByRole('button', { name: 'Continue on the device' }).click()
    await dialog.getByText('This device has a passkey for your account already.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with name and password' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectAccessible(page)
    await shoot('sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await row.getByRole('button', { name: 'Remove Laptop' }).waitFor()
    await expect.poll(() => row.getByText('never').count()).toBe(0)

    // Long ago she proved who she is.
    const { db } = console.database()
    await db.query({ text: `update session set proof_time = now() - interval '1 hour'` })
    await db.query({ text: `select pg_notify('token_changed', 'x')` })
    await page.reload()
    await row.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    const again = page.getByRole('dialog', { name: 'Your password or a passkey, please' })
    await again.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await expectAccessible(page)
    await shoot('proof')
    await again.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkeys yet').waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with name and password' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey was not accepted').waitFor()
  })

  it('say where they are, on an address where browsers have none', async () => {
    const page = await console.open('/settings/people', { isSignedIn: false, locale: 'en-GB' })
    await page.getByRole('button', { name: 'Sign in with name and password' }).click()
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await page.getByLabel('Name').fill('Ann Lee')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).hover()
    await page.getByRole('tooltip').getByText('only over HTTPS at a name, or at localhost').waitFor()
  })
})
