// People: the first account, an invitation, signing in and out, and the password that is asked for again.
import { expect, it } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

const PASSWORD = 'correct horse battery'
const SHOTS = process.env['SHOTS']

describeConsole('people', (console) => {
  it('begin with the first account, invite each other, and sign in with a password', async () => {
    const page = await console.open('/settings/people')
    const shoot = async (name: string, of = page) => {
      if (!SHOTS) return
      for (const width of [390, 1280]) {
        await of.setViewportSize({ width, height: 800 })
        await of.screenshot({ path: `${SHOTS}/${name}-${width}.png` })
      }
    }
    await page.getByText('You are signed in with an access token.').waitFor()
    await shoot('first')
    await page.getByRole('button', { name: 'Create the first account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ann Lee')
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create the account and sign in' }).click()
    await page.getByRole('row').filter({ hasText: 'Ann Lee' }).getByText('Administrator').first().waitFor()
    await page.getByText('this browser').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('carillon-token')

    await page.getByRole('button', { name: 'Invite a person' }).click()
    await dialog.getByLabel('Name').fill('Ben')
    await dialog.getByLabel('Monitor').check()
    await shoot('invite')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await shoot('link')
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row').filter({ hasText: 'Ben' }).getByText('Invited').waitFor()
    await expectAccessible(page)
    await shoot('list')

    // A browser of its own: the cookie of the first one is not in it.
    const other = await console.open('/', { isSignedIn: false, locale: 'en-GB' })
    await other.goto(new URL(link).pathname + new URL(link).hash)
    await other.getByText('Choose the password with which you will sign in.').waitFor()
    await expectAccessible(other)
    await shoot('invitation', other)
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Choose this password' }).click()
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await shoot('monitor', other)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('button', { name: 'Sign in with name and password' }).click()
    await other.getByLabel('Name').fill('ben')
    await other.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByText('The name or the password is wrong').waitFor()
    await shoot('sign-in', other)
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    // What ends a session ends it for whoever looks at a page.
    await page.bringToFront()
    await page.reload()
    await page.getByRole('button', { name: 'Disable Ben' }).click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('row').filter({ hasText: 'Ben' }).getByText('Disabled').waitFor()
    await other.getByText('You are no longer signed in.').waitFor()
  })
})
