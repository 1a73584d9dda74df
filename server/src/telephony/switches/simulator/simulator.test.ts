import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GatewayUnderTest, testGateway } from '../../../../test/support/gateway-conformance.ts'
import { openSimulator } from '../../../../test/support/simulator-in-time.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import type { LedgerEntry } from './simulator-ledger.ts'
import { causeByLastDigit } from './simulator-settings.ts'

const causeOf = (entry: LedgerEntry) => (entry.event === 'ended' ? entry.cause : undefined)

testGateway('the simulator', async (): Promise<GatewayUnderTest> => {
  const { simulator, ledger, pass } = openSimulator('last-digit, ring=1-2, talk=3-5, timeout=6')
  return {
    gateway: simulator,
    pass,
    numbers: { talks: '100', rings: '103', busy: '101' },
    answerMs: 2500,
    talkMs: 6000,
    setDown: (isDown) => simulator.setDown(isDown ? 'the trunk is gone' : null),
    placed: (id) => ledger.filter((entry) => entry.event === 'rang' && entry.attemptId === id).length,
  }
})

describe('the simulator', () => {
  it.each(causeByLastDigit.map((cause, digit) => [digit, cause]))(
    'lets a number that ends in %i end with %s, if asked to',
    async (digit, cause) => {
      const { originate, pass, ledger } = openSimulator('last-digit')
      await originate('a', `+49 (30) 12-${digit}`)
      await pass(20_000)
      expect(ledger.map((entry) => [entry.event, causeOf(entry)])).toEqual([
        ['rang', undefined],
        ['ended', cause],
      ])
    },
  )

  it('repeats itself for the same seed, and not for another', async () => {
    const run = async (seed: number) => {
      const { originate, pass, ledger } = openSimulator(`seed=${seed}`)
      for (let index = 0; index < 30; index += 1) await originate(`call ${index}`, '100')
      await pass(60_000)
      return ledger
    }
    expect(await run(7)).toEqual(await run(7))
    expect(await run(7)).not.toEqual(await run(8))
  })

  it('keeps to the shares it is given', async () => {
    const { originate, pass, ledger } = openSimulator('answered=50, busy=30, no_answer=20')
    for (let index = 0; index < 3000; index += 1) await originate(`call ${index}`, '100')
    await pass(60_000)
    const share = (cause: string) => ledger.filter((entry) => causeOf(entry) === cause).length / 3000
    expect(share('answered')).toBeCloseTo(0.5, 1)
    expect(share('busy')).toBeCloseTo(0.3, 1)
    expect(share('no_answer')).toBeCloseTo(0.2, 1)
  })

  it('writes each call to its ledger as it happens', async () => {
    const file = join(await temporaryFolder(), 'ledger')
    const { originate, pass } = openSimulator(`last-digit, ledger=${file}`)
    await originate('a', '101')
    const read = async () =>
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(await read()).toMatchObject([{ event: 'rang', attemptId: 'a', phoneNumber: '101' }])
    await pass(10_000)
    expect(await read()).toMatchObject([{ event: 'rang' }, { event: 'ended', attemptId: 'a', cause: 'busy' }])
  })
})
