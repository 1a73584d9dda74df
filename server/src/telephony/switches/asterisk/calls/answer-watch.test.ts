import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../../test/support/manual-clock.ts'
import { silentLog } from '../../../../../test/support/silent-log.ts'
import { createAnswerWatch, type PlaceState } from './answer-watch.ts'

const there: PlaceState = { kind: 'there' }
const missing: PlaceState = { kind: 'missing', reason: 'no such sound' }

function open(state: PlaceState = there) {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const asteriskSays = { state, looks: 0 }
  const place = {
    async check() {
      asteriskSays.looks += 1
      return asteriskSays.state
    },
  }
  return { clock, asteriskSays, watch: createAnswerWatch({ place, clock, log: silentLog }) }
}

describe('the place for answered calls', () => {
  it('that Asterisk does not have keeps phones from ringing until it has it', async () => {
    const { watch, asteriskSays } = open(missing)
    expect(await watch.check('app')).toBe('no such sound')
    expect(watch.fault()).toBe('no such sound')
    asteriskSays.state = there
    expect(await watch.check('app')).toBeUndefined()
    expect(watch.fault()).toBeUndefined()
  })

  it('of which Asterisk cannot say anything does not', async () => {
    const { watch } = open({ kind: 'unknown', reason: 'a module is not loaded' })
    await watch.check('app')
    expect(watch.fault()).toBeUndefined()
  })

  it('is checked once for many calls', async () => {
    const { watch, asteriskSays } = open()
    await Promise.all([watch.check('app'), watch.check('app'), watch.check('app')])
    expect(asteriskSays.looks).toBe(1)
    await watch.check('app')
    expect(asteriskSays.looks).toBe(2)
  })

  it('that fails in calls although Asterisk has it is tried after pauses that double up to an hour', async () => {
    const { watch, clock } = open()
    for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      watch.noteFailure('it failed')
      // Calls that were up at the same time tell nothing new.
      watch.noteFailure('it failed')
      await watch.check('app')
      clock.advance(seconds * 1000 - 1)
      expect(watch.fault()).toBe('it failed')
      clock.advance(1)
      expect(watch.fault()).toBeUndefined()
    }
    watch.noteSuccess()
    watch.noteFailure('it failed')
    clock.advance(30_000)
    expect(watch.fault()).toBeUndefined()
  })

  it('that was missing and is found ends the pause at once', async () => {
    const { watch, asteriskSays } = open(missing)
    watch.noteFailure('it failed')
    await watch.check('app')
    asteriskSays.state = there
    await watch.check('app')
    expect(watch.fault()).toBeUndefined()
  })
})
