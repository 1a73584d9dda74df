// What every gateway must do that lets answered calls be controlled. A gateway's own test says how to make one, how to let
// time pass and what its callees do; everything else is the same for all.

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Recording, Sound, Transfer } from '../../src/conversations/answered-call.ts'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import type { Switch } from '../../src/telephony/switch.ts'
import { eventually } from './eventually.ts'

export interface ControlUnderTest {
  gateway: Switch
  pass(ms: number): Promise<void>
  /** A number that answers and stays, and one that rings on. */
  numbers: { stays: string; rings: string }
  answerMs: number
  /** A sound that is played for as long as it says. */
  sound: Sound
  /** A sound that is not there. */
  missing?: Sound
  /** How long it takes until the tone is over and a message is being recorded. */
  toneMs: number
  /** Places that answer, are busy, and do not answer within `timeoutSeconds`. */
  transfers?: { answered: string; busy: string; noAnswer: string; timeoutSeconds: number }
  /** Of the callee. */
  press?(attemptId: string, key: string): void | Promise<void>
  hangUp?(attemptId: string): void | Promise<void>
}

interface Abilities {
  /** Its sounds take as long together as one after the other. */
  addsUpSounds?: boolean
  keys?: boolean
  missingSounds?: boolean
  hangsUp?: boolean
  transfers?: boolean
}

const FLOW: Flow = { steps: [{ id: 'end', type: 'hangup' }] }

export function testCallControl(
  name: string,
  create: () => Promise<ControlUnderTest>,
  abilities: Abilities = {},
): void {
  async function open() {
    const tested = await create()
    const { gateway, pass, numbers, answerMs } = tested
    const { control } = gateway
    if (!control) throw new Error('the gateway has no control')
    const events: GatewayEvent[] = []
    gateway.listen((event) => events.push(event))
    onTestFinished(() => gateway.close())
    const eventsOf = (attemptId: string) => events.filter((event) => event.attemptId === attemptId)
    const typesOf = (attemptId: string) => eventsOf(attemptId).map(({ type }) => type)
    async function originate(phoneNumber: string): Promise<string> {
      const attemptId = newId()
      await gateway.originate({ attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow: FLOW })
      return attemptId
    }
    return {
      ...tested,
      control,
      eventsOf,
      typesOf,
      originate,
      /** A call that was answered and waits. */
      async answered(): Promise<string> {
        const id = await originate(numbers.stays)
        await pass(answerMs)
        await eventually(() => expect(typesOf(id)).toContain('answered'))
        return id
      },
      /** The events of this type, when there is one. */
      async heard<Type extends GatewayEvent['type']>(id: string, type: Type) {
        const found = () => eventsOf(id).filter((event) => event.type === type)
        await eventually(() => expect(found().length).toBeGreaterThan(0))
        return found() as Extract<GatewayEvent, { type: Type }>[]
      },
    }
  }

  const recording = (what: Recording['what'], more: Partial<Recording> = {}): Recording => ({
    id: newId(),
    what,
    maxSeconds: 30,
    silenceSeconds: 2,
    hasTone: what === 'message',
    ...more,
  })

  describe(`${name} controls an answered call`, () => {
    it('which plays a sound to its end, and says so once', async () => {
      const { control, answered, pass, sound, heard, typesOf } = await open()
      const id = await answered()
      await control.play(id, '1', [sound])
      await pass(sound.durationMs / 2)
      expect(typesOf(id)).not.toContain('played')
      await pass(sound.durationMs)
      expect(await heard(id, 'played')).toEqual([
        { type: 'played', attemptId: id, playId: '1', result: 'done' },
      ])
    })

    if (abilities.addsUpSounds)
      it('which plays several sounds one after the other, as one', async () => {
        const { control, answered, pass, sound, heard, typesOf } = await open()
        const id = await answered()
        await control.play(id, '1', [sound, sound])
        await pass(sound.durationMs * 1.5)
        expect(typesOf(id)).not.toContain('played')
        await pass(sound.durationMs)
        expect(await heard(id, 'played')).toMatchObject([{ playId: '1', result: 'done' }])
      })

    it('which stops a sound and plays the next one to its end', async () => {
      const { control, answered, pass, sound, heard } = await open()
      const id = await answered()
      await control.play(id, '1', [sound])
      await pass(sound.durationMs / 2)
      await control.stopPlaying(id, '1')
      await control.play(id, '2', [sound])
      await pass(sound.durationMs * 1.2)
      await eventually(async () =>
        expect(await heard(id, 'played')).toContainEqual({
          type: 'played',
          attemptId: id,
          playId: '2',
          result: 'done',
        }),
      )
      expect(await heard(id, 'played')).not.toContainEqual(
        expect.objectContaining({ playId: '1', result: 'done' }),
      )
    })

    if (abilities.missingSounds)
      it('which says of a sound that is not there that it has failed', async () => {
        const { control, answered, pass, missing, heard } = await open()
        const id = await answered()
        await control.play(id, '1', missing ? [missing] : [])
        await pass(10)
        expect(await heard(id, 'played')).toMatchObject([{ playId: '1', result: 'failed' }])
      })

    if (abilities.keys)
      it('which reports keys, also while a sound is played, and goes on with it', async () => {
        const { control, answered, pass, press, sound, heard, eventsOf } = await open()
        const id = await answered()
        await press?.(id, '5')
        await control.play(id, '1', [sound])
        await press?.(id, '*')
        await press?.(id, '#')
        await eventually(() =>
          expect(eventsOf(id).flatMap((event) => (event.type === 'key' ? [event.key] : []))).toEqual([
            '5',
            '*',
            '#',
          ]),
        )
        await pass(sound.durationMs * 1.2)
        expect(await heard(id, 'played')).toMatchObject([{ result: 'done' }])
      })

    it('which records a message, that can be read and removed', async () => {
      const { control, answered, pass, toneMs, heard } = await open()
      const id = await answered()
      const message = recording('message')
      await control.record(id, message)
      await pass(toneMs)
      await pass(200)
      await control.stopRecording(id, message.id)
      await pass(10)
      expect(await heard(id, 'recorded')).toEqual([
        { type: 'recorded', attemptId: id, recordingId: message.id, hasFailed: false },
      ])
      expect((await control.readRecording(message.id))?.length).toBeGreaterThan(0)
      await control.removeRecording(message.id)
      expect(await control.readRecording(message.id)).toBeUndefined()
      await control.removeRecording(message.id)
    })

    it('which is recorded as a whole while sounds are played', async () => {
      const { gateway, control, answered, pass, sound, heard } = await open()
      const id = await answered()
      const whole = recording('call')
      await control.record(id, whole)
      await control.play(id, '1', [sound])
      await pass(sound.durationMs * 1.2)
      expect(await heard(id, 'played')).toMatchObject([{ result: 'done' }])
      await gateway.hangUp(id)
      await pass(10)
      await heard(id, 'ended')
      expect((await control.readRecording(whole.id))?.length).toBeGreaterThan(0)
    })

    if (abilities.transfers)
      it.each(['answered', 'busy', 'noAnswer'] as const)('which is transferred: %s', async (how) => {
        const { control, answered, pass, transfers, heard, gateway, typesOf } = await open()
        if (!transfers) throw new Error('there is nowhere to transfer to')
        const { timeoutSeconds } = transfers
        const id = await answered()
        const transfer: Transfer = { to: transfers[how], timeoutSeconds }
        await control.transfer(id, transfer)
        await pass(timeoutSeconds * 1000 + 10)
        const result = how === 'noAnswer' ? 'no_answer' : how
        expect(await heard(id, 'transferred')).toEqual([{ type: 'transferred', attemptId: id, result }])
        expect(typesOf(id)).not.toContain('ended')
        await gateway.hangUp(id)
        await pass(10)
        expect(await heard(id, 'ended')).toMatchObject([{ end: { cause: 'answered' } }])
      })

    if (abilities.hangsUp)
      it('which ends as answered if the callee hangs up in the middle of a sound, without a failure', async () => {
        const { control, answered, pass, sound, hangUp, heard, eventsOf } = await open()
        const id = await answered()
        await control.play(id, '1', [sound])
        await pass(sound.durationMs / 2)
        await hangUp?.(id)
        await pass(sound.durationMs)
        const [ended] = await heard(id, 'ended')
        expect(ended?.end).toMatchObject({ cause: 'answered' })
        expect(ended?.end.fault).toBeUndefined()
        expect(eventsOf(id)).not.toContainEqual(expect.objectContaining({ result: 'failed' }))
      })

    if (abilities.hangsUp)
      it('which tells nothing but its end if the callee hangs up in the middle of a message', async () => {
        const { control, answered, pass, toneMs, hangUp, heard, typesOf } = await open()
        const id = await answered()
        const message = recording('message')
        await control.record(id, message)
        await pass(toneMs)
        await pass(200)
        const before = typesOf(id).length
        await hangUp?.(id)
        await pass(10)
        await heard(id, 'ended')
        await pass(10)
        expect(typesOf(id).slice(before)).toEqual(['ended'])
      })

    it('which another node can take over: ringing, waiting or playing', async () => {
      const { control, answered, originate, numbers, pass, sound, heard } = await open()
      const ringing = await originate(numbers.rings)
      expect(await control.resume(ringing, null)).toBe('ringing')
      const id = await answered()
      expect(await control.resume(id, null)).toBe('waiting')
      await control.play(id, '1', [sound])
      await pass(sound.durationMs / 2)
      expect(await control.resume(id, '1')).toBe('playing')
      await pass(sound.durationMs)
      await heard(id, 'played')
      expect(await control.resume(id, '1')).toBe('waiting')
    })

    it('and does nothing with a call that has ended', async () => {
      const { gateway, control, answered, pass, sound, heard, eventsOf } = await open()
      const id = await answered()
      await gateway.hangUp(id)
      await pass(10)
      await heard(id, 'ended')
      const before = eventsOf(id)
      await control.play(id, '1', [sound])
      await control.stopPlaying(id, '1')
      await control.record(id, recording('message', { hasTone: false }))
      await control.transfer(id, { to: 'dialplan:default,7000,1', timeoutSeconds: 5 })
      await pass(10_000)
      expect(eventsOf(id)).toEqual(before)
    })
  })
}
