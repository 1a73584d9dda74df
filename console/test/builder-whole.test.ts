// The builder in the whole window: steps are copied, undone by name and heard from anywhere, and what was built is in the form.
import { expect, it } from 'vitest'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { previewMessages } from '../src/features/flows/preview/preview.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, numbers } from './support/story.ts'

describeConsole('the builder in the whole window', (console) => {
  it('copies steps by keyboard, names what it undoes, and hears the call from a step on', async () => {
    const t = builderMessages.en
    const dataSourceId = await addList(console.service(), 'whole window', numbers(1))
    const flow = {
      steps: [
        { id: 'ask', type: 'gather', text: 'Press 1.' },
        { id: 'bye', type: 'say', text: 'Goodbye.' },
      ],
    }
    const id = await addTask(console.service(), { taskName: 'whole window', dataSourceId, flow })
    const page = await console.open(`/tasks/${id}/edit`)
    await page.getByRole('button', { name: t.whole }).click()
    const whole = page.getByRole('dialog', { name: t.wholeTitle })
    expect(new URL(page.url()).searchParams.has('build')).toBe(true)
    const card = (name: string) => whole.getByRole('button', { name: new RegExp(`^\\d+\\. .* ${name} `) })
    await card('bye').waitFor()
    await expectAccessible(page)

    await card('bye').focus()
    await page.keyboard.press('Control+c')
    await whole.getByText(t.copied('bye')).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+v')
    await whole.getByText(t.pasted('say')).waitFor({ state: 'attached' })
    await card('say').waitFor()
    const added = t.changes.added('say')
    await whole.getByRole('button', { name: t.undoThis(added) }).click()
    await card('say').waitFor({ state: 'detached' })
    await whole.getByRole('button', { name: t.redoThis(added) }).click()
    await card('say').waitFor()

    await card('bye').click()
    await whole.getByRole('button', { name: t.hearFrom('bye') }).click()
    const heard = page.getByRole('dialog', { name: previewMessages.en.title })
    await heard.getByRole('button', { name: previewMessages.en.start }).click()
    await heard.getByText('Goodbye.').first().waitFor()
    expect(await heard.getByText('Press 1.').count()).toBe(0)
    await page.keyboard.press('Escape')
    await heard.waitFor({ state: 'hidden' })

    await whole.getByRole('button', { name: t.settings }).click()
    await whole.getByRole('complementary', { name: t.settings }).waitFor()
    await expectAccessible(page)
    await whole.getByRole('button', { name: 'Close' }).first().click()
    await whole.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Task saved').waitFor()
    const saved = await console.service().call(`/api/task/${id}/settings`)
    expect(saved?.data).toMatchObject({ flow: { steps: [{ id: 'ask' }, { id: 'bye' }, { id: 'say' }] } })
  })
})
