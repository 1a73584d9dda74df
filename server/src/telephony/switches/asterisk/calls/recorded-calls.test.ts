// Calls as real Asterisks told of them, replayed. `dialplan16-3` is version 16 and a phone that rings for ever; the calls of
// `stasis…` were answered by an application instead of the dialplan.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import { startFakeAri } from '../../../../../test/support/fake-ari.ts'
import { silentLog } from '../../../../../test/support/silent-log.ts'
import { systemClock } from '../../../../platform/kernel/clock.ts'
import { createSettings } from '../../../../platform/kernel/settings.ts'
import type { CallCause } from '../../../../platform/words/calls.ts'
import type { GatewayEvent } from '../../../gateway.ts'
import { GatewayFault } from '../../../refusals.ts'
import { readAsteriskSettings } from '../asterisk-settings.ts'
import { createSharedAsterisk } from '../shared-asterisk.ts'

interface Frame {
  type?: string
  timestamp?: string
  channel?: { id: string; state: string }
}

const folder = new URL('../../../../../test/corpus/ari/', import.meta.url)
const recordings = readdirSync(folder).map((name) => name.replace('.jsonl', ''))

/** What the phone did, by the last letter of the recording's name. */
const expected: Record<string, CallCause> = {
  0: 'answered',
  1: 'busy',
  2: 'invalid_number',
  3: 'no_answer',
  5: 'answered',
  6: 'rejected',
  7: 'unreachable',
  8: 'unreachable',
}

/** Version 16 does not tell it. */
const sipStatuses: Record<string, number> = { 1: 486, 2: 404, 6: 603, 7: 480, 8: 408 }

function readRecording(name: string): Frame[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line)).filter((frame) => !('rest' in frame))
}

/** From the answer to the hang-up, by Asterisk's own clock. */
function talkMsOf(frames: Frame[]): number {
  const atMs = (frame: Frame | undefined) => Date.parse(frame?.timestamp ?? '')
  const up = frames.find(({ type, channel }) => type === 'ChannelStateChange' && channel?.state === 'Up')
  return up ? atMs(frames.find(({ type }) => type === 'ChannelDestroyed')) - atMs(up) : 0
}

async function replay(name: string) {
  const asterisk = await startFakeAri({
    username: 'carillon',
    password: 'secret',
    trunk: 'trunk',
    isQualified: false,
  })
  const settings = readAsteriskSettings(
    createSettings({
      ARI_URL: asterisk.url,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: 'secret',
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'carillon,s,1',
    }),
  )
  const gateway = createSharedAsterisk({ settings, clock: systemClock, log: silentLog })
  onTestFinished(async () => {
    await gateway.close()
    await asterisk.close()
  })
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  await eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
  asterisk.script(
    '1000',
    JSON.parse(JSON.stringify(readRecording(name)).replaceAll(`att-${idOf(name)}`, '{id}')),
  )
  await gateway.originate({ attemptId: 'attempt', phoneNumber: '1000', taskId: 't', contactId: 'c' })
  await asterisk.settle()
  return events
}

/** The name under which the call was recorded. */
const idOf = (name: string) => name.replace('stasis', 'ast').replace('silent', 'silent5')

describe('a recorded call', () => {
  it('is there for every kind of phone and both versions', () => {
    expect(recordings).toHaveLength(31)
  })

  const isRefused = (name: string) => name.endsWith('-4')
  const ended = recordings.filter((name) => !name.endsWith('silent') && !isRefused(name))

  it.each(ended)('%s ends as it did', async (name) => {
    const events = await replay(name)
    const frames = readRecording(name)
    const cause = expected[name.at(-1) ?? '']
    const sipStatus = sipStatuses[name.at(-1) ?? '']
    const isTold = name.includes('22') && sipStatus !== undefined
    const end = { cause, talkMs: talkMsOf(frames), ...(isTold && { sipStatus }) }
    const before = cause === 'answered' ? ['ringing', 'answered'] : cause === 'no_answer' ? ['ringing'] : []
    expect(events.map(({ type }) => type)).toEqual([...before, 'ended'])
    expect(events.at(-1)).toEqual({ type: 'ended', attemptId: 'attempt', end })
    expect(end.talkMs > 0).toBe(cause === 'answered')
  })

  it.each(recordings.filter(isRefused))('%s is refused by the trunk with 503', async (name) => {
    await expect(replay(name)).rejects.toThrow(/SIP 503: the carrier has no line/)
  })

  it.each(['dialplan16-silent', 'dialplan22-silent'])('%s is the trunk’s fault', async (name) => {
    await expect(replay(name)).rejects.toThrow(GatewayFault)
  })
})
