// Somebody listens in on a real call: what is heard, how soon, and that the call notices nothing.

import { expect, it } from 'vitest'
import type { Overheard, Sound } from '../../src/conversations/answered-call.ts'
import { secondsOf, shareAnsweringNetwork } from './answering-network.ts'
import { openGateway, openSounds, PATIENCE } from './controlled-call.ts'
import { findSound } from './hear.ts'
import { fromMuLaw, RATE } from './wav.ts'

const shared = shareAnsweringNetwork()
const ALIKE = 0.65
const LOUD = 600

/** The channels of a call, with those that were added to it. */
const channelsOf = async (id: string) => {
  const { body } = await shared().ari<{ id: string }[]>('GET', '/channels')
  return body.map((channel) => channel.id).filter((each) => each.startsWith(id))
}
const bridgesOf = async (id: string) => {
  const { body } = await shared().ari<{ id: string }[]>('GET', '/bridges')
  return body.filter((bridge) => bridge.id.startsWith(id))
}

async function listenTo(
  { control }: Awaited<ReturnType<typeof openGateway>>,
  id: string,
  notice: Sound[] = [],
): Promise<{ ear: Overheard; samples(): Int16Array; lastLoudMs(): number; isOver(): boolean }> {
  const ear = await control.overhear(id, notice)
  if (!ear) throw new Error('this gateway gives no audio')
  const parts: Uint8Array[] = []
  let lastLoudMs = 0
  let isOver = false
  ear.onAudio((audio) => {
    parts.push(Uint8Array.from(audio))
    if (fromMuLaw(audio).some((sample) => Math.abs(sample) > LOUD)) lastLoudMs = performance.now()
  })
  ear.onClose(() => {
    isOver = true
  })
  return {
    ear,
    samples: () => fromMuLaw(Buffer.concat(parts)),
    lastLoudMs: () => lastLoudMs,
    isOver: () => isOver,
  }
}

it('hears both sides at once, and leaves nothing behind when the listener goes', async () => {
  const opened = await openGateway(shared())
  const { control, gateway, call, heard } = opened
  const serve = await openSounds()
  const sound = await shared().say('This is what the callee hears, and who listens hears it too.')
  const id = await call('49300310')
  const { ear, samples, lastLoudMs } = await listenTo(opened, id)
  await control.play(id, '1', [serve(sound)])
  const startedMs = performance.now()
  const played = await heard(id, 'played')
  expect(played).toMatchObject({ result: 'done' })
  // The call goes on as if nobody listened.
  expect(Math.abs(played.atMs - startedMs - secondsOf(sound) * 1000)).toBeLessThan(700)
  await expect.poll(() => findSound(samples(), sound).share, PATIENCE).toBeGreaterThan(ALIKE)
  // The sound ends with a moment of silence.
  const quietMs = ((sound.length - sound.findLastIndex((sample) => Math.abs(sample) > LOUD)) / RATE) * 1000
  const behindMs = lastLoudMs() - (played.atMs - quietMs)
  console.log(`heard ${Math.round(behindMs)} ms after it was played`)
  expect(behindMs).toBeLessThan(200)
  ear.close()
  await expect.poll(() => channelsOf(id), PATIENCE).toEqual([id])
  await expect.poll(() => bridgesOf(id), PATIENCE).toEqual([])
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expect
    .poll(async () => findSound(await shared().tape('49300310'), sound).share, PATIENCE)
    .toBeGreaterThan(ALIKE)
})

it('is announced to the callee, and ends with the call', async () => {
  const opened = await openGateway(shared())
  const { gateway, call, heard } = opened
  const serve = await openSounds()
  const notice = await shared().say('A supervisor is listening to this call.')
  const id = await call('49300311')
  const { isOver } = await listenTo(opened, id, [serve(notice)])
  await new Promise((resolve) => setTimeout(resolve, secondsOf(notice) * 1000 + 500))
  expect(isOver()).toBe(false)
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expect.poll(isOver, PATIENCE).toBe(true)
  await expect.poll(() => channelsOf(id), PATIENCE).toEqual([])
  await expect.poll(() => bridgesOf(id), PATIENCE).toEqual([])
  await expect
    .poll(async () => findSound(await shared().tape('49300311'), notice).share, PATIENCE)
    .toBeGreaterThan(ALIKE)
})
