// What every gateway must do. A gateway's own test says how to make one, how to let time pass, and which numbers do
// what; everything else is the same for all.

import { describe, expect, it, onTestFinished } from 'vitest'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../../src/telephony/refusals.ts'
import type { Switch } from '../../src/telephony/switch.ts'

export interface GatewayUnderTest {
  gateway: Switch
  pass(ms: number): Promise<void>
  /** A number that is answered and talks on, one that rings on, and one that is busy. */
  numbers: { talks: string; rings: string; busy: string }
  /** How long to wait until a call has been answered, or refused, for sure. */
  answerMs: number
  /** From an answer to the end of the call, and until a ringing call is given up. */
  talkMs: number
  setDown(isDown: boolean): void | Promise<void>
  /** How many calls were really placed under this id. */
  placed(attemptId: string): number
  /** The far side refuses the next call, and only that. */
  refuseNext?(): void
  /** The far side asks for patience when the next call is asked for. */
  beBusyNext?(): void
}

interface FarSide {
  /** It may refuse a call and take the next: see `refuseNext`. */
  refuses?: boolean
  /** See `beBusyNext`. */
  asksForPatience?: boolean
}

export function testGateway(
  name: string,
  create: () => Promise<GatewayUnderTest>,
  farSide: FarSide = {},
): void {
  async function open() {
    const tested = await create()
    const events: GatewayEvent[] = []
    tested.gateway.listen((event) => events.push(event))
    onTestFinished(() => tested.gateway.close())
    let count = 0
    return {
      ...tested,
      events,
      async originate(phoneNumber: string): Promise<string> {
        count += 1
        const attemptId = `attempt-${count}`
        await tested.gateway.originate({ attemptId, phoneNumber, taskId: 'task', contactId: 'contact' })
        return attemptId
      },
      typesOf: (attemptId: string) =>
        events.filter((event) => event.attemptId === attemptId).map(({ type }) => type),
      endOf: (attemptId: string) =>
        events.find((event) => event.type === 'ended' && event.attemptId === attemptId),
      stateOf: async (attemptId: string) =>
        (await tested.gateway.reconcile([attemptId])).get(attemptId) ?? { state: 'unknown' },
    }
  }

  /** The next call is not placed, nobody is told of it, and the one after it is placed. */
  async function expectNotPlaced(
    { originate, numbers, gateway, stateOf, placed, events }: Awaited<ReturnType<typeof open>>,
    kind: typeof CallRefused | typeof GatewayBusy,
  ): Promise<unknown> {
    const error: unknown = await originate(numbers.talks).catch((reason) => reason)
    expect(error).toBeInstanceOf(kind)
    expect(placed('attempt-1')).toBe(0)
    expect(await stateOf('attempt-1')).toEqual({ state: 'not_placed' })
    expect(events).toEqual([])
    expect(gateway.health()).toEqual({ isUp: true })
    expect(placed(await originate(numbers.talks))).toBe(1)
    return error
  }

  describe(`${name} as a gateway`, () => {
    it('reports ringing, the answer and the end of a call, in that order, with its talk time', async () => {
      const { originate, numbers, pass, answerMs, talkMs, typesOf, endOf } = await open()
      const id = await originate(numbers.talks)
      await pass(answerMs)
      expect(typesOf(id)).toEqual(['ringing', 'answered'])
      await pass(talkMs)
      expect(typesOf(id)).toEqual(['ringing', 'answered', 'ended'])
      expect(endOf(id)).toMatchObject({ end: { cause: 'answered', talkMs: expect.any(Number) } })
      expect(endOf(id)).not.toMatchObject({ end: { talkMs: 0 } })
    })

    it('reports a call that is not answered, without talk time', async () => {
      const { originate, numbers, pass, answerMs, talkMs, typesOf, endOf } = await open()
      const busy = await originate(numbers.busy)
      const ringing = await originate(numbers.rings)
      await pass(answerMs + talkMs)
      // A phone network need not ring first to say that the line is busy.
      expect(typesOf(busy).filter((type) => type !== 'ringing')).toEqual(['ended'])
      expect(endOf(busy)).toMatchObject({ end: { cause: 'busy', talkMs: 0 } })
      expect(endOf(ringing)).toMatchObject({ end: { cause: 'no_answer', talkMs: 0 } })
    })

    it('never places a second call under the same id, during the call or after it', async () => {
      const { gateway, originate, numbers, pass, answerMs, talkMs, placed, typesOf } = await open()
      const id = await originate(numbers.talks)
      const again = { attemptId: id, phoneNumber: numbers.talks, taskId: 'task', contactId: 'contact' }
      await gateway.originate(again)
      await pass(answerMs + talkMs)
      await gateway.originate(again)
      await pass(answerMs + talkMs)
      expect(placed(id)).toBe(1)
      expect(typesOf(id)).toEqual(['ringing', 'answered', 'ended'])
    })

    it('keeps calls apart that go on at the same time', async () => {
      const { originate, numbers, pass, answerMs, talkMs, endOf } = await open()
      const talking = await originate(numbers.talks)
      const busy = await originate(numbers.busy)
      await pass(answerMs + talkMs)
      expect(endOf(talking)).toMatchObject({ end: { cause: 'answered' } })
      expect(endOf(busy)).toMatchObject({ end: { cause: 'busy' } })
    })

    it('hangs up: a ringing call ends unanswered, an answered one with the time talked so far', async () => {
      const { gateway, originate, numbers, pass, answerMs, endOf, typesOf, talkMs } = await open()
      const ringing = await originate(numbers.rings)
      await gateway.hangUp(ringing)
      const talking = await originate(numbers.talks)
      await pass(answerMs)
      await gateway.hangUp(talking)
      await pass(answerMs + talkMs)
      expect(endOf(ringing)).toMatchObject({ end: { cause: 'no_answer', talkMs: 0 } })
      expect(endOf(talking)).toMatchObject({ end: { cause: 'answered' } })
      for (const id of [ringing, talking])
        expect(typesOf(id).filter((type) => type === 'ended')).toHaveLength(1)
    })

    it('does not mind hanging up what is not there', async () => {
      const { gateway, events } = await open()
      await gateway.hangUp('nobody')
      expect(events).toEqual([])
    })

    it('says of an attempt whether it is live or how it ended', async () => {
      const { originate, numbers, pass, answerMs, talkMs, stateOf, endOf } = await open()
      const id = await originate(numbers.talks)
      expect(await stateOf(id)).toEqual({ state: 'live' })
      await pass(answerMs)
      expect(await stateOf(id)).toEqual({ state: 'live' })
      await pass(talkMs)
      const event = endOf(id)
      expect(await stateOf(id)).toEqual({
        state: 'ended',
        end: event?.type === 'ended' ? event.end : undefined,
      })
    })

    it('says of an attempt it never saw that it does not know it, or that it was not placed', async () => {
      const { stateOf } = await open()
      expect(['unknown', 'not_placed']).toContain((await stateOf('never seen')).state)
    })

    it('faults when it is down: nothing is placed, and it says why', async () => {
      const { gateway, originate, numbers, setDown, placed, events, pass, answerMs } = await open()
      expect(gateway.health()).toEqual({ isUp: true })
      await setDown(true)
      expect(gateway.health()).toEqual({ isUp: false, reason: expect.stringMatching(/\w/) })
      await expect(originate(numbers.talks)).rejects.toThrow(GatewayFault)
      await pass(answerMs)
      expect(placed('attempt-1')).toBe(0)
      expect(events).toEqual([])
      await setDown(false)
      expect(gateway.health()).toEqual({ isUp: true })
      expect(placed(await originate(numbers.talks))).toBe(1)
    })

    if (farSide.refuses)
      it('says of a call that the far side refuses that it is this one alone, and places others', async () => {
        const tested = await open()
        tested.refuseNext?.()
        await expectNotPlaced(tested, CallRefused)
      })

    if (farSide.asksForPatience)
      it('says of a far side that asks for patience that it is busy, which is no fault', async () => {
        const tested = await open()
        tested.beBusyNext?.()
        const error = await expectNotPlaced(tested, GatewayBusy)
        expect(error).toMatchObject({ retryAfterMs: expect.any(Number) })
      })

    it('refuses to say anything of attempts while it is down, rather than to guess', async () => {
      const { gateway, originate, numbers, setDown } = await open()
      const id = await originate(numbers.talks)
      await setDown(true)
      await expect(gateway.reconcile([id])).rejects.toThrow(/./)
    })

    it('is silent once it is closed', async () => {
      const { gateway, originate, numbers, pass, answerMs, talkMs, typesOf } = await open()
      const id = await originate(numbers.talks)
      await gateway.close()
      await pass(answerMs + talkMs)
      expect(typesOf(id)).not.toContain('ended')
    })
  })
}
