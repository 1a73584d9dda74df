// The tests of a worker share a browser: a test must not see what the one before has stored in it.
import { expect, it } from 'vitest'
import { describeConsole } from './support/console-test.ts'

describeConsole('the browser that tests share', (console) => {
  const storedView = () => localStorage.getItem('carillon-flow-view')

  it('keeps what one page of a test stores for the next', async () => {
    await console.open('/tasks', { flowView: 'list' })
    const page = await console.open('/tasks')
    expect(await page.evaluate(storedView)).toBe('"list"')
    // As a page does that is still being filled when its test ends.
    await page.evaluate(() => setInterval(() => localStorage.setItem('carillon-flow-view', '"picture"')))
  })

  it('has forgotten it in the next test', async () => {
    const page = await console.open('/tasks', { flowView: 'list' })
    expect(await page.evaluate(storedView)).toBe('"list"')
  })
})
