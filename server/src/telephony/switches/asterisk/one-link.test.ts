// However many trunks there are on an Asterisk, there is one link to it, and one set of live calls.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { startFakeAri } from '../../../../test/support/fake-ari.ts'
import { silentLog } from '../../../../test/support/silent-log.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { GatewayEvent } from '../../gateway.ts'
import { CallRefused } from '../../refusals.ts'
import { createAriClient } from './ari/ari-client.ts'
import { createAsteriskSwitch } from './asterisk-switch.ts'
import { createTrunkProbe } from './trunk-probe.ts'

const FLOW = { steps: [{ id: 'end', type: 'hangup' as const }] }
const TRUNKS = Array.from({ length: 20 }, (_, index) => `trunk ${index}`)

/** All of these trunks lead to the same carrier, each with its own number as a prefix. */
async function open(trunks: readonly string[]) {
  const access = { username: 'carillon', password: 'secret' }
  const asterisk = await startFakeAri({ ...access, trunk: 'trunk-1' })
  const url = `${asterisk.url}/ari`
  const ari = createAriClient({ settings: { ...access, url }, clock: systemClock, timeoutMs: 5000 })
  const on = createAsteriskSwitch({
    ari,
    settings: {
      ...{ ...access, url, app: 'carillon', queueContext: 'queues' },
      ...{ onAnswer: { kind: 'flow' }, ringTimeoutSeconds: 30, maxCallSeconds: 60 },
    },
    ...{ clock: systemClock, log: silentLog, timing: { reopenAfterMs: 5, eventDelayMs: 20 } },
  })
  onTestFinished(async () => {
    await on.close()
    ari.close()
    await asterisk.close()
  })
  for (const [index, id] of trunks.entries())
    on.openLine({
      ...{
        id,
        endpoint: 'PJSIP/{number}@trunk-1',
        nextCallerId: () => undefined,
        hidesCallerId: () => false,
      },
      numberFor: (number) => `${index}${number}`,
    })
  const events: GatewayEvent[] = []
  on.listen((event) => events.push(event))
  for (const id of trunks) await eventually(() => expect(on.health(id)).toEqual({ isUp: true }))
  const call = (attemptId: string, trunkId: string, phoneNumber: string) =>
    on.originate({
      ...{ attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow: FLOW },
      route: { trunkId, callerId: null },
    })
  const probe = createTrunkProbe({ ari, url, on, states: async () => [] })
  return { asterisk, on, events, call, probe }
}

it('parses each recorded event once, with one socket for 20 trunks', async () => {
  const { asterisk } = await open(TRUNKS)
  expect(asterisk.apps()).toHaveLength(1)
  const folder = new URL('../../../../test/corpus/ari/', import.meta.url)
  const frames = readdirSync(folder).flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .trim()
      .split('\n')
      .map((line): { type?: string } => JSON.parse(line))
      .filter(({ type }) => type !== undefined && type !== 'ChannelVarset'),
  )
  expect(frames.length).toBeGreaterThan(100)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  for (const frame of frames) await asterisk.send(frame)
  await asterisk.settle()
  const parsed = parse.mock.calls.filter(([text]) => text.includes('"asterisk_id"'))
  expect(parsed).toHaveLength(frames.filter((frame) => 'asterisk_id' in frame).length)
  expect(parsed.length).toBeGreaterThan(100)
})

it('tests a trunk over the same socket, and takes its call for none of the dialer', async () => {
  const { asterisk, events, probe } = await open(TRUNKS)
  const apps = asterisk.apps()
  const signs: string[] = []
  const request = { number: '+4930105', callerId: undefined, ringTimeoutSeconds: 5 }
  await Promise.all(
    [1, 2].map(() => probe.call({ ...request, trunkId: '1' }, ({ type }) => signs.push(type))),
  )
  await asterisk.pass(10_000)
  expect(asterisk.apps()).toEqual(apps)
  expect(signs.filter((sign) => sign === 'answered')).not.toHaveLength(0)
  expect(events).toEqual([])
})

it('knows a call on its second try by the number of the try, and hears nothing of the first any more', async () => {
  const { asterisk, events, call, on } = await open(['first', 'second'])
  const channel = { id: '{id}', state: 'Down' }
  asterisk.script('0+4930100', [
    { type: 'Dial', dialstatus: 'CONGESTION', peer: channel },
    { type: 'ChannelDestroyed', cause: 21, tech_cause: 403, channel },
  ])
  // Others get through, so that the refusal is about this number.
  await call(newId(), 'first', '+4930103')
  const attemptId = newId()
  await expect(call(attemptId, 'first', '+4930100')).rejects.toThrow(CallRefused)
  await call(attemptId, 'second', '+4930103')
  const asked = asterisk.requests.filter(({ line }) => line === 'POST /channels').map(({ body }) => body)
  expect(asked.slice(-2)).toMatchObject([
    { channelId: attemptId, endpoint: 'PJSIP/0+4930100@trunk-1' },
    { channelId: `${attemptId}.2`, endpoint: 'PJSIP/1+4930103@trunk-1' },
  ])
  await asterisk.send({ type: 'ChannelDestroyed', cause: 34, tech_cause: 503, channel: { id: attemptId } })
  expect(await on.reconcile([attemptId])).toEqual(new Map([[attemptId, { state: 'live' }]]))
  expect(events.filter((event) => event.attemptId === attemptId)).toEqual([{ type: 'ringing', attemptId }])
  await on.hangUp(attemptId)
  expect(asterisk.requests.at(-1)?.line).toBe(`DELETE /channels/${attemptId}.2`)
})
