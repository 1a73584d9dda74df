import { expect, it } from 'vitest'
import { createMuteWatch } from './mute-watch.ts'

const T = 20_000
/** 20 ms of a voice, and of a quiet line. */
const VOICE = new Uint8Array(160).fill(0x90)
const QUIET = new Uint8Array(160).fill(0xff)

function open() {
  let nowMs = 0
  let isMute = false
  const timers = new Map<string, { atMs: number; run: () => void }>()
  const watch = createMuteWatch({
    clock: { now: () => new Date(nowMs), elapsedMs: () => nowMs },
    timing: { speakWithinMs: T, talkEndsAfterMs: 1000 },
    set: (name, ms, run) => void timers.set(name, { atMs: nowMs + ms, run }),
    cancel: (name) => void timers.delete(name),
    onMute: () => {
      isMute = true
    },
  })
  function pass(ms: number): void {
    for (const untilMs = nowMs + ms; ; ) {
      const [name, next] = [...timers].sort(([, a], [, b]) => a.atMs - b.atMs)[0] ?? []
      if (!name || !next || next.atMs > untilMs) {
        nowMs = untilMs
        return
      }
      nowMs = Math.max(nowMs, next.atMs)
      timers.delete(name)
      next.run()
    }
  }
  function listen(ms: number, audio: Uint8Array): void {
    for (let heard = 0; heard < ms; heard += 20) {
      watch.heard(audio)
      pass(20)
    }
  }
  return { watch, pass, listen, isMute: () => isMute, say: (ms: number) => watch.answered(ms * 8) }
}

it('notices an agent that says nothing after the start', () => {
  const { watch, pass, isMute } = open()
  watch.begin()
  pass(T - 1)
  expect(isMute()).toBe(false)
  pass(1)
  expect(isMute()).toBe(true)
})

it('notices an agent that says nothing after the callee has talked', () => {
  const { watch, pass, listen, isMute, say } = open()
  watch.begin()
  say(2000)
  listen(2000, QUIET)
  listen(3000, VOICE)
  pass(1000 + T - 100)
  expect(isMute()).toBe(false)
  pass(200)
  expect(isMute()).toBe(true)
})

it('lets a callee be silent for as long as it likes, and hears no words in noise', () => {
  const { watch, pass, listen, isMute, say } = open()
  watch.begin()
  say(2000)
  listen(5000, QUIET)
  listen(60, VOICE)
  pass(10 * T)
  expect(isMute()).toBe(false)
})

it('lets the callee talk for long, and an agent answer late', () => {
  const { watch, pass, listen, isMute, say } = open()
  watch.begin()
  say(100)
  listen(2 * T, VOICE)
  pass(T - 500)
  say(100)
  pass(10 * T)
  expect(isMute()).toBe(false)
})

it('counts from the end of what the agent has sent, unless it was cleared', () => {
  const { watch, pass, listen, isMute, say } = open()
  watch.begin()
  say(60_000)
  pass(5000)
  listen(500, VOICE)
  pass(T + 2000)
  expect(isMute()).toBe(false)
  pass(60_000)
  expect(isMute()).toBe(true)

  const cut = open()
  cut.watch.begin()
  cut.say(60_000)
  cut.watch.cleared()
  cut.listen(500, VOICE)
  cut.pass(T + 1500)
  expect(cut.isMute()).toBe(true)
})

it('does not let a callee ask for ever whether somebody is there', () => {
  const { watch, pass, listen, isMute, say } = open()
  watch.begin()
  say(100)
  for (let asked = 0; asked < 10 && !isMute(); asked += 1) {
    listen(600, VOICE)
    pass(9400)
  }
  expect(isMute()).toBe(true)
})
