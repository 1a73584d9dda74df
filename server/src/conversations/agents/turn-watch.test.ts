import { expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { createTurnWatch } from './turn-watch.ts'

const LOUD = 0x80
const SILENT = 0xff
const sound = (ms: number, byte = LOUD) => new Uint8Array(ms * 8).fill(byte)

function open() {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const watch = createTurnWatch(clock)
  watch.begin()
  /** The callee is heard in pieces of 20 ms, as time passes. */
  function pass(ms: number, byte = SILENT): void {
    for (let at = 0; at < ms; at += 20) {
      clock.advance(20)
      watch.heard(sound(20, byte))
    }
  }
  return {
    ...watch,
    pass,
    talk: (ms: number) => pass(ms, LOUD),
    /** The agent is heard to its end. */
    answer(ms: number) {
      watch.said(sound(ms))
      pass(ms)
    },
  }
}

it('measures from the end of the callee’s talk to the first sound of the agent', () => {
  const { talk, pass, answer, said, end } = open()
  pass(500)
  answer(1000)
  talk(800)
  pass(640)
  answer(1000)
  talk(400)
  pass(200)
  talk(400)
  pass(900)
  // It streams silence before its words.
  said(sound(300, SILENT))
  pass(100)
  said(sound(500))
  expect(end()).toEqual({ turns: [640, 1200], talkedOver: 0, silences: 0 })
})

it('counts an agent that begins while the callee talks, not a callee who interrupts', () => {
  const over = open()
  over.pass(200)
  over.answer(500)
  over.talk(1000)
  over.said(sound(500))
  over.talk(500)
  expect(over.end()).toMatchObject({ turns: [], talkedOver: 1 })

  const interrupted = open()
  interrupted.said(sound(3000))
  interrupted.pass(1000)
  interrupted.talk(600)
  interrupted.cleared()
  interrupted.talk(400)
  interrupted.pass(700)
  interrupted.said(sound(500))
  expect(interrupted.end()).toEqual({ turns: [700], talkedOver: 0, silences: 0 })
})

it('counts silences of 3 seconds: before the first word, before an answer, and at the end', () => {
  const { talk, pass, answer, end } = open()
  pass(3200)
  answer(500)
  talk(500)
  pass(3000)
  answer(500)
  talk(500)
  pass(3000)
  expect(end()).toEqual({ turns: [3000], talkedOver: 0, silences: 3 })
})

it('takes a cough for no turn', () => {
  const { talk, pass, answer, end } = open()
  answer(500)
  talk(100)
  pass(4000)
  answer(500)
  expect(end()).toEqual({ turns: [], talkedOver: 0, silences: 0 })
})
