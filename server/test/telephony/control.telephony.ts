// Each command of call control, against real phones: what they heard is on their tapes.

import { expect, it } from 'vitest'
import { openAnsweringNetwork, secondsOf } from './answering-network.ts'
import { openGateway, openSounds } from './controlled-call.ts'
import { findSound } from './hear.ts'

it('plays sounds one after the other, hears talk and keys, and stops', async () => {
  const network = await openAnsweringNetwork()
  const { control, gateway, call, heard, keysOf, eventsOf } = await openGateway(network)
  const serve = await openSounds()
  const [first, second] = [await network.say('Hello Ann.'), await network.say('Press one to confirm.')]
  const id = await call('49300140')
  await control.play(id, '1', [serve(first), serve(second)])
  expect(await heard(id, 'played')).toMatchObject({ playId: '1', result: 'done' })
  expect(await heard(id, 'talk', 2)).toMatchObject({ isTalking: false })
  expect(await heard(id, 'key')).toMatchObject({ key: '1' })
  const long = await network.say(
    'This sentence is rather long, and nobody will ever hear the last words of it.',
  )
  await control.play(id, '2', [serve(long)])
  await control.stopPlaying(id, '2')
  expect(await heard(id, 'played', 2)).toMatchObject({ playId: '2', result: 'stopped' })
  await control.play(id, '3', [{ url: 'http://127.0.0.1:1/nothing.wav', durationMs: 1000 }])
  expect(await heard(id, 'played', 3)).toMatchObject({ playId: '3', result: 'failed' })
  await gateway.hangUp(id)
  expect(await heard(id, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  expect(keysOf(id)).toEqual(['1'])
  expect(eventsOf(id).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ringing', 'answered', 'talk']),
  )
  expect(await network.ledger()).toEqual([
    '49300140 rings 4930555001',
    '49300140 answers',
    '49300140 presses 1',
  ])

  const tape = await network.tape('49300140')
  for (const sound of [first, second])
    expect(findSound(tape, sound)).toMatchObject({ share: 1, correlation: expect.closeTo(1, 1) })
  const gap = findSound(tape, second).atSeconds - findSound(tape, first).atSeconds - secondsOf(first)
  expect(Math.abs(gap)).toBeLessThan(0.5)
})
