import { expect, it } from 'vitest'
import { createControlledPhones } from '../../../test/support/controlled-gateway.ts'
import { createLineControl } from './line-control.ts'

function openHolder(fails: boolean) {
  const phones = createControlledPhones()
  const asked: string[] = []
  async function removeRecording(id: string): Promise<void> {
    asked.push(id)
    if (fails) throw new Error('this switch is away')
  }
  return { asked, on: phones.gateway({ control: { ...phones.control, removeRecording } }) }
}

it('asks every switch to remove a recording, also if one of them fails, and says that it has to be tried again', async () => {
  const holders = [openHolder(false), openHolder(true), openHolder(false)]
  const control = createLineControl({
    switchOf: () => undefined,
    switches: () => holders.map(({ on }) => on),
  })
  await expect(control.removeRecording('r')).rejects.toThrow('this switch is away')
  expect(holders.map(({ asked }) => asked)).toEqual([['r'], ['r'], ['r']])
})

it('gives no audio of a call on a line that has none', async () => {
  const on = createControlledPhones().gateway()
  const control = createLineControl({ switchOf: () => on, switches: () => [on] })
  expect(await control.overhear('call', [])).toBeUndefined()
  expect(await control.listen('call')).toBeUndefined()
})
