// Single sign-on in a browser, with a real OpenID Connect provider: there and back, the proof that is asked for again, a group that is lost, and the
// sign-out from the provider.
import { afterAll, expect, it } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, startProvider } from '../../server/test/support/oidc-provider.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

let address = ''
const provider = await startProvider({ origin: () => address })
afterAll(provider.close)
const ADMINS = { claim: 'groups', contains: 'calls-admins', role: 'admin' }
const env = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_NAME: 'Example',
  OIDC_ROLES: JSON.stringify([ADMINS]),
  OIDC_ALLOW: '127.0.0.1',
}
const SHOTS = process.env['SHOTS']

describeConsole(
  'single sign-on',
  (console) => {
    it('leads to the provider and back, asks there for a proof, and ends with the sign-out there', async () => {
      address = console.service().address
      provider.say('u-1', { name: 'Ann Lee', groups: ['calls-admins'] })
      // A browser of its own, with its own cookies.
      const page = await console.open('/settings/people', { isSignedIn: false, locale: 'en-GB' })
      const shoot = async (name: string) => {
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/sso-${name}.png` })
      }
      async function giveName(name: string): Promise<void> {
        await page.getByPlaceholder('Enter any login').fill(name)
        await page.getByPlaceholder('and password').fill('any')
        await page.getByRole('button', { name: 'Sign-in' }).click()
      }
      const button = page.getByRole('link', { name: 'Sign in with Example' })
      await button.waitFor()
      await expectAccessible(page)
      await shoot('page')
      await button.click()
      await giveName('u-1')
      // Back where she was.
      const row = page.getByRole('row').filter({ hasText: 'Ann Lee' }).first()
      await row.getByText('Administrator, by the sign-in provider').waitFor()
      expect(new URL(page.url()).pathname).toBe('/settings/people')
      expect(await page.getByRole('button', { name: 'Edit Ann Lee' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0)
      await expectAccessible(page)
      await shoot('people')
      await page.reload()
      await row.waitFor()

      // Long ago she gave the password at the provider.
      await console.database().db.query({ text: `update session set proof_time = now() - interval '1 hour'` })
      await console.database().db.query({ text: `select pg_notify('token_changed', 'x')` })
      await page.goto('/settings/tokens')
      const dialog = page.getByRole('dialog', { name: 'New access token' })
      async function createToken(): Promise<void> {
        await page.getByRole('button', { name: 'New token' }).first().click()
        await dialog.getByLabel('Name').fill('crm')
        await dialog.getByText('the token pauses 12 hours after your last sign-in').waitFor()
        await dialog.getByRole('button', { name: 'Create token' }).click()
      }
      await createToken()
      const again = page.getByRole('dialog', { name: 'Sign in again, please' })
      await again.getByText('the service asks Example whether it is you').waitFor()
      await expectAccessible(page)
      await shoot('proof')
      await again.getByRole('link', { name: 'Sign in with Example' }).click()
      await giveName('u-1')
      await page.getByRole('heading', { name: 'Access tokens' }).first().waitFor()
      expect(new URL(page.url()).pathname).toBe('/settings/tokens')
      await createToken()
      await page.getByText('Copy it now').waitFor()
      await page.getByRole('button', { name: 'I have copied it' }).click()

      // The group is lost. Whoever signs out is asked by the provider whether to sign out there too, and comes back.
      provider.say('u-1', { name: 'Ann Lee', groups: [] })
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await button.click()
      await giveName('u-1')
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
      await page.goto('/settings/tokens')
      await page.getByText('Only a token with scope admin can list and create tokens.').waitFor()
      await page.goto('/settings/people')
      await page.getByText('Only an administrator can see and invite people.').waitFor()

      const tab = await page.context().newPage()
      await tab.goto(`${provider.issuer}/session/end?client_id=${CLIENT_ID}`)
      await tab.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.bringToFront()
      await page.getByText('You are no longer signed in.').waitFor()
    })

    it('says what to do if it fails, in each language', async () => {
      address = console.service().address
      const page = await console.open('/oidc/callback?code=1&state=2', { isSignedIn: false, locale: 'en-GB' })
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
      await page.getByText('it began in another browser. Begin again.').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'To the console' }).click()
      await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
      const chinese = await console.open('/sign-in#failed=noRights', {
        isSignedIn: false,
        language: 'zh',
        locale: 'zh-CN',
      })
      await chinese.getByText('没有这里的权限').waitFor()
      await chinese.getByRole('link', { name: '重试' }).waitFor()
    })
  },
  env,
)
