// The test of a trunk on the Asterisk that Carillon runs, against a carrier on this machine.

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { outcomeSentence } from '../../src/platform/words/trunk-tests.ts'
import { type TrunkStep, testTrunk } from '../../src/telephony/trunks/test/test-trunk.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { trunkWith } from '../support/trunks.ts'
import { startCarrier } from './carrier.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, startWithTrunks } from './own-asterisk-parts.ts'
import { freeUdpPort } from './run-asterisk.ts'

const REGISTERED = trunkWith({
  ...{ host: 'localhost', username: 'registered', password: 'semi;colon[1],=>x', registers: true },
  ...{ codecs: ['ulaw', 'alaw'], numberForm: 'digits', callerIds: ['+4930555001'] },
})

async function open(changes: Partial<Trunk> = {}) {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const carrier = await startCarrier(programs, join(folder, 'carrier'))
  onTestFinished(() => carrier.stop())
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const settings = await ownAsteriskSettings(46_000, 48_000)
  const trunk = { ...REGISTERED, port: carrier.port, ...changes }
  const { probe, stop } = await startWithTrunks({ dataDir, settings }, [trunk])
  onTestFinished(stop)

  return async (phoneNumber: string) => {
    const steps: TrunkStep[] = []
    await testTrunk({
      ...{ trunk, phoneNumber, country: undefined, probe, clock: systemClock },
      wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
      onStep: (step) => steps.push(step),
    })
    const last = steps.at(-1)
    return {
      told: steps.map(({ step, status, code }) => `${step} ${status} ${code}`),
      sentence: last && outcomeSentence(last.code, last.facts),
    }
  }
}

it('shows each step to a phone that rings, answers and speaks, and the answer of a carrier that refuses', async () => {
  const test = await open()
  expect((await test('+49309077')).told).toEqual([
    'resolve ok resolved',
    'reach ok reachable',
    'address ok seen_as_told',
    'register ok registered',
    'send ok sent',
    'answer ok accepted',
    'ring ok ringing',
    'pickUp ok picked_up',
    'sound ok both_ways',
    'hangUp ok hung_up',
  ])
  // This phone does not ring.
  expect((await test('+49309001')).told).toContain('ring skipped no_ringing')
  const refused = await test('+49309403')
  expect(refused.told.at(-1)).toBe('answer failed refused')
  expect(refused.sentence).toMatch(/^SIP 403: the carrier does not accept this caller ID/)
})

it('says that the password is wrong', async () => {
  const test = await open({ password: 'wrong' })
  const { told } = await test('+49309077')
  expect(told).toContain('register warning registration_rejected')
})

it('says that nobody answers at the address', async () => {
  const test = await open({ port: await freeUdpPort(), registers: false })
  const { told, sentence } = await test('+49309077')
  expect(told.at(-1)).toBe('reach failed not_reachable')
  expect(sentence).toMatch(/does not answer at all.*firewall/)
})
