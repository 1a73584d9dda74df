import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, parseSimulatorSettings } from './simulator-settings.ts'

describe('SIMULATOR', () => {
  it('is the usual network if nothing is said', () => {
    expect(parseSimulatorSettings('')).toEqual(DEFAULT_SETTINGS)
  })

  it('has no voicemail unless it is given a share', () => {
    expect(DEFAULT_SETTINGS.shares.voicemail).toBe(0)
    expect(parseSimulatorSettings('voicemail=3, answered=7').shares).toEqual({ voicemail: 3, answered: 7 })
  })

  it('changes what it names, and only that', () => {
    const words = ' seed=7 ,answered=60, busy=40,ring=0-0.5, talk=1.5-20, timeout=9, last-digit, leave=0.1'
    expect(parseSimulatorSettings(words)).toEqual({
      ...DEFAULT_SETTINGS,
      seed: 7,
      shares: { answered: 60, busy: 40 },
      ring: [0, 0.5],
      talk: [1.5, 20],
      ringTimeout: 9,
      byLastDigit: true,
      leave: 0.1,
    })
  })

  it('has shares of those who answer, of keys and of transfers beside those of the causes', () => {
    const words =
      'machine=20, screening=5, press.1=60, press.*=20, transfer.answered=70, leave=0.2, patience=1-2, stay=30'
    expect(parseSimulatorSettings(words)).toEqual({
      ...DEFAULT_SETTINGS,
      callees: { person: 75, machine: 20, screening: 5, silence: 0 },
      press: { 1: 60, '*': 20, none: 20 },
      transfer: { answered: 70, no_answer: 30 },
      leave: 0.2,
      patience: [1, 2],
      stay: 30,
    })
  })

  it('takes a share of the rest as it is given', () => {
    const settings = parseSimulatorSettings(
      'person=3, machine=1, press.none=0, press.2=1, transfer.no_answer=1',
    )
    expect(settings.callees).toEqual({ person: 3, machine: 1, screening: 0, silence: 0 })
    expect(settings.press).toEqual({ none: 0, 2: 1 })
    expect(settings.transfer).toEqual({ no_answer: 1 })
  })

  it.each([
    ['press.x=1', 'SIMULATOR has no setting "press.x"'],
    ['transfer.lost=1', 'SIMULATOR has no setting "transfer.lost"'],
    ['press.none=0', 'SIMULATOR: at least one share must not be 0'],
    ['stay=0', 'SIMULATOR: stay must be a number of seconds above 0, not "0"'],
    ['nonsense', 'SIMULATOR has no setting "nonsense"'],
    ['lost=1', 'SIMULATOR has no setting "lost"'],
    ['seed=x', 'SIMULATOR: seed must be a number, not "x"'],
    ['ring=3', 'SIMULATOR: ring must be a range of seconds such as 1-3, not "3"'],
    ['ring=3-1', 'SIMULATOR: ring must be a range of seconds such as 1-3, not "3-1"'],
    ['leave=2', 'SIMULATOR: leave must be a fraction from 0 to 1, not "2"'],
    ['ledger=', 'SIMULATOR: ledger must be the path of a file, not ""'],
    ['answered=0', 'SIMULATOR: at least one share must not be 0'],
  ])('refuses %s', (words, message) => {
    expect(() => parseSimulatorSettings(words)).toThrow(message)
  })
})
