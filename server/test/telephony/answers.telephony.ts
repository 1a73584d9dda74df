// What answered calls are to get is not there: nobody is called for nothing, no contact pays, and nothing is a success.

import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  disagreements,
  lastDigit,
  openNetwork,
  openWorld,
  publish,
  recordsOf,
  untilCompleted,
  untilExplained,
  untilRung,
} from './campaign.ts'
import { installPrograms } from './install-programs.ts'

/** Phones that answer and wait for us to hang up. */
const numbers = Array.from({ length: 40 }, (_, index) => `4930${100 + index}5`)
const LINES = 4
const settings = { maxDialCount: 1, callInterval: 0 }

async function openSound() {
  const network = await openNetwork()
  const { data } = await installPrograms()
  const hello = join(data, 'sounds/en/hello-world.gsm')
  const file = join(network.folder, 'hello.gsm')
  const media = `sound:${join(network.folder, 'hello')}`
  return { network, file, media, putSound: () => copyFile(hello, file) }
}

it.each(['sound:nothing', 'nowhere,s,1'])('%s is not there from the start: no phone rings', async (place) => {
  const { network, service } = await openWorld({ ASTERISK_ON_ANSWER: place })
  const campaign = await publish(service, numbers, settings)
  await untilExplained(service, campaign, /cannot play sound:nothing|no place nowhere,s,1/)
  expect(await network.rings()).toEqual([])
  expect(await recordsOf(service, campaign)).toEqual([])
})

it('the sound goes in the middle of a task, and comes back: nobody who heard nothing is a success', async () => {
  const { network, file, media, putSound } = await openSound()
  await putSound()
  const { service } = await openWorld({ LINES: String(LINES), ASTERISK_ON_ANSWER: media }, network)
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, 10)
  await rm(file)
  await untilExplained(service, campaign, /Asterisk (cannot|could not) play/)
  await putSound()
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  const failed = records.filter(({ cause }) => cause === 'gateway_error')
  // Only calls that were up when it went: it stops at the first.
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.length).toBeLessThanOrEqual(2 * LINES)
  // They kept their only attempt: everybody was reached.
  const answered = records.filter(({ cause }) => cause === 'answered')
  expect(answered.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers)
  expect(Math.min(...answered.map(({ talkSeconds }) => talkSeconds))).toBeGreaterThan(0.5)
})

it('the place in the dialplan goes in the middle of a task, and comes back', async () => {
  const { network, service } = await openWorld({ LINES: String(LINES) })
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, 10)
  await network.editDialplan((text) => text.replace('[carillon]', '[elsewhere]'))
  await untilExplained(service, campaign, /no place carillon,s,1/)
  await network.editDialplan((text) => text.replace('[elsewhere]', '[carillon]'))
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  const answered = records.filter(({ cause }) => cause === 'answered')
  expect(answered.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers)
  expect(records.filter(({ cause }) => cause === 'gateway_error').length).toBeLessThanOrEqual(2 * LINES)
})

it('a callee who hangs up in the middle of the sound was answered', async () => {
  const { network, media, putSound } = await openSound()
  await putSound()
  // 1.4 seconds each, and these phones hang up after one.
  const { service } = await openWorld({ ASTERISK_ON_ANSWER: `${media},${media}` }, network)
  const impatient = ['4930100', '4930110', '4930120']
  const campaign = await publish(service, impatient, settings)
  await untilCompleted(service, campaign)
  const records = await recordsOf(service, campaign)
  expect(records.map(({ cause }) => cause)).toEqual(impatient.map(() => 'answered'))
  expect(impatient.map(lastDigit)).toEqual([0, 0, 0])
})
