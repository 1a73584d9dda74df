// `carillon gateway check` in front of a real Asterisk: what it says, and the exit code that a script goes by.

import { expect, it, onTestFinished } from 'vitest'
import { finish } from '../support/carillon-process.ts'
import { openNetwork } from './campaign.ts'
import { createEventCutter } from './event-cutter.ts'
import type { PhoneNetwork } from './phone-network.ts'

const VERDICT = 'A call could be placed now.'

async function check(network: PhoneNetwork, settings: Record<string, string> = {}) {
  const env = { ...network.settings, ASTERISK_ON_ANSWER: 'sound:hello-world', ...settings }
  const { code, stdout, said } = await finish(['gateway', 'check'], { env })
  const [title, ...lines] = stdout.trim().split('\n')
  expect(title).toBe('Gateway: asterisk')
  return { code, lines, said: said.trim() }
}

/** A check that finds exactly this in the way of a call. */
/** The Asterisk of these tests is seconds old. */
const HAS_JUST_STARTED = /^warning +Asterisk started \d+ s ago/

async function expectProblem(network: PhoneNetwork, words: RegExp, settings: Record<string, string> = {}) {
  const { code, lines, said } = await check(network, settings)
  expect(lines.filter((line) => !line.startsWith('ok ') && !HAS_JUST_STARTED.test(line))).toEqual([
    expect.stringMatching(words),
  ])
  expect(lines).not.toContain(VERDICT)
  expect({ code, said }).toEqual({ code: 1, said: 'carillon: no call could be placed now' })
}

it('finds that all is well, and rings nobody', async () => {
  const network = await openNetwork()
  const { code, lines, said } = await check(network)
  expect(lines).toEqual([
    expect.stringMatching(/^ok +Asterisk \d+\.\d+\.\d+ at http\S+ takes the user carillon and the password$/),
    expect.stringMatching(/^ok +the event socket can be opened$/),
    expect.stringMatching(/^ok +the trunk PJSIP\/trunk is online$/),
    expect.stringMatching(/^ok +answered calls hear hello-world$/),
    VERDICT,
  ])
  expect({ code, said }).toEqual({ code: 0, said: '' })
  expect((await check(network, { ASTERISK_ON_ANSWER: 'carillon,s,1' })).lines).toContainEqual(
    expect.stringMatching(/^ok +answered calls go to carillon,s,1, which the dialplan has$/),
  )
  expect((await network.ari('GET', '/channels')).body).toEqual([])
  expect((await network.ari('GET', '/bridges')).body).toEqual([])
  expect(await network.rings()).toEqual([])
})

it('finds what is set wrongly', async () => {
  const network = await openNetwork()
  await expectProblem(network, /^PROBLEM +Asterisk refuses ARI_USERNAME and ARI_PASSWORD \(401\)/, {
    ARI_PASSWORD: 'wrong',
  })
  await expectProblem(network, /^PROBLEM +there is no Asterisk REST interface at \S+ \(404\)/, {
    ARI_URL: `http://127.0.0.1:${network.ariPort}/elsewhere`,
  })
  await expectProblem(network, /^PROBLEM +Asterisk has no endpoint PJSIP\/other: see pjsip.conf \(404\)$/, {
    ASTERISK_ENDPOINT: 'PJSIP/{number}@other',
  })
  await expectProblem(network, /^PROBLEM +Asterisk has no channel driver SIP, .*chan_sip\.so is not loaded/, {
    ASTERISK_ENDPOINT: 'SIP/trunk/{number}',
  })
})

it.each([
  ['sound:nothing', /^PROBLEM +Asterisk cannot play sound:nothing /],
  ['sound:hello-world,sound:nothing', /^PROBLEM +Asterisk cannot play sound:nothing /],
  ['sound:/nowhere/hello', /^PROBLEM +Asterisk cannot play sound:\/nowhere\/hello /],
  ['nowhere,s,1', /^PROBLEM +the dialplan has no place nowhere,s,1 /],
  ['carillon,other,1', /^PROBLEM +the dialplan has no place carillon,other,1 /],
  ['carillon,s,99', /^PROBLEM +the dialplan has no place carillon,s,99 /],
])('finds that answered calls would get nothing: %s', async (onAnswer, words) => {
  await expectProblem(await openNetwork(), words, { ASTERISK_ON_ANSWER: onAnswer })
})

it('finds that events do not get through', async () => {
  const network = await openNetwork()
  const cutter = await createEventCutter(network.ariPort)
  onTestFinished(() => cutter.close())
  cutter.cut()
  const settings = { ARI_URL: cutter.url }
  await expectProblem(network, /^PROBLEM +the event socket cannot be opened: Asterisk at http/, settings)
  cutter.mend()
  expect(await check(network, settings)).toMatchObject({ code: 0 })
})

it('finds that the trunk is down, and that Asterisk is', async () => {
  const network = await openNetwork()
  await network.cutTrunk()
  const state = async () => (await network.ari<{ state: string }>('GET', '/endpoints/PJSIP/trunk')).body.state
  await expect.poll(state, { timeout: 30_000 }).toBe('offline')
  await expectProblem(network, /^PROBLEM +the trunk PJSIP\/trunk is offline: Asterisk cannot reach it$/)

  network.holdAsterisk(true)
  await expectProblem(network, /^PROBLEM +Asterisk at \S+ does not answer in time$/)
  await network.killAsterisk()
  await expectProblem(network, /^PROBLEM +Asterisk at \S+ cannot be reached \(ECONNREFUSED\)$/)
})
