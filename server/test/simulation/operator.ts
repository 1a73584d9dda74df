// People who use the service while it dials, at random: every operation a task knows, and changes to the lists.

import type { Flow } from '../../src/conversations/flows/flow.ts'
import { idsOf } from '../support/task-fixtures.ts'
import { type Chance, createChance, seedFor } from './chance.ts'
import { SLOW_TEXT } from './fake-flow-parts.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

export interface OperatedList {
  id: string
  contactIds: string[]
}

const REDIAL_PRIORITIES = [1, 3, 5]
const STOPPED = 3
const CLOSED = 6

/** One thing to do, by chance: one of these, or of those given. */
export function createOperator(
  world: World,
  { seed, numbers }: Scenario,
  lists: OperatedList[],
  taskIds: string[],
  more: (() => void)[],
) {
  const chance = createChance(seedFor(seed, 'operator'))
  let asked = 0
  let neverListId: string | undefined
  const often = [
    ringOnce,
    askFor,
    cancel,
    changeOneMind,
    pause,
    resume,
    resume,
    recall,
    recall,
    reschedule,
    remove,
    change,
    add,
    limit,
  ]
  const operations = [...often, ...often, ...more, stop, stop, proceed, proceed, proceed]

  function pause(): void {
    const id = chance.pick(taskIds)
    world.act(`pauses ${id}`, () => world.tasks.transition('pause', id))
  }

  function resume(): void {
    const id = chance.pick(taskIds)
    world.act(`resumes ${id}`, () => world.tasks.transition('resume', id))
  }

  /** Of a task that is PAUSED, or it is refused. Half of them resume it at once, while others may still follow. */
  function reschedule(): void {
    const id = chance.pick(taskIds)
    const [priority, maxDialCount] = [chance.pick([1, 3, 5]), chance.pick([1, 2, 3, 4])]
    const callInterval = chance.pick([0, 1, 5, 20, 60, 300])
    const [change, word] = chance.pick([
      [{ priority }, 'priority'],
      [{ maxDialCount }, 'attempts'],
      [{ callInterval }, 'interval'],
      [{ dailyStartTime: null, dailyEndTime: null }, 'window'],
      [{ priority, maxDialCount, callInterval }, 'everything'],
    ] as const)
    const resumes = chance.isTrue(0.5)
    world.act(`reschedules the ${word} of ${id}`, async () => {
      await world.tasks.reschedule(id, change)
      if (resumes) await world.tasks.transition('resume', id)
    })
  }

  function stop(): void {
    const id = chance.pick(taskIds)
    const operation = chance.pick(['stop', 'close'] as const)
    world.act(`${operation}s ${id}`, () => world.tasks.transition(operation, id, { reason: 'enough' }))
  }

  /** Continues a task that has ended, if there is one, and publishes the new one, which takes part from then on. */
  function proceed(): void {
    const [id] = chance.sample(
      taskIds.filter((each) => [STOPPED, CLOSED].includes(world.history.status(each))),
      1,
    )
    if (id === undefined) return
    const isPublished = chance.isTrue(0.8)
    world.act(`continues ${id}`, async () => {
      const draftId = await world.continueTask(id)
      taskIds.push(draftId)
      if (isPublished) await world.tasks.transition('publish', draftId)
    })
  }

  function recall(): void {
    const id = chance.pick(taskIds)
    const contactIds = chance.isTrue(0.5) ? [] : someContacts(chance, 2)
    const priority = chance.pick(REDIAL_PRIORITIES)
    const hangsUp = chance.isTrue(0.3)
    world.act(`recalls ${contactIds.length} in ${id}${hangsUp ? ' and hangs up' : ''}`, async () => {
      const recall = await world.tasks.recall({ taskId: id, contactIds, priority })
      if (!hangsUp) await idsOf(recall)
    })
  }

  /** A number of the lists or another one, without a task. */
  function ringOnce(): void {
    const phoneNumber = someNumber()
    world.act(`asks for a call to ${phoneNumber}`, () => world.ringOnce(phoneNumber))
  }

  /** Now or later, once or several times. */
  function askFor(): void {
    const phoneNumber = someNumber()
    const inMs = chance.pick([0, 0, 5000, 60_000, 600_000])
    const settings = { maxDialCount: chance.pick([1, 1, 2, 3]), callInterval: chance.pick([0, 5, 60]) }
    const lastsMs = chance.pick([10_000, 120_000, 3_600_000])
    world.act(`asks for a call to ${phoneNumber} in ${inMs} ms`, async () => {
      const callTime = new Date(world.now().getTime() + inMs)
      const callUntil = new Date(callTime.getTime() + lastsMs)
      await world.askFor(phoneNumber, { callTime, callUntil, settings, priority: chance.pick([1, 3, 5]) })
    })
  }

  /** What it says takes seconds to make; meanwhile it is cancelled, or its number put on a do-not-call list that nobody takes it off. */
  function changeOneMind(): void {
    const phoneNumber = someNumber()
    const isCancelled = chance.isTrue(0.5)
    const waitMs = chance.between(300, 4000)
    asked += 1
    const flow: Flow = { steps: [{ id: 'slow', type: 'say', text: `${SLOW_TEXT} ${asked}` }] }
    world.act(`asks for a call to ${phoneNumber} that takes long to make ready`, async () => {
      const callUntil = new Date(world.now().getTime() + 3_600_000)
      const id = await world.askFor(phoneNumber, { flow, callUntil, priority: 1 })
      world.time.after(waitMs, () =>
        world.act(isCancelled ? `cancels ${id}` : `puts ${phoneNumber} on a list`, async () => {
          if (isCancelled) await world.singleCalls.cancel(id)
          else await neverCall(phoneNumber)
        }),
      )
    })
  }

  async function neverCall(phoneNumber: string): Promise<void> {
    const list = { name: 'never', description: '', isGlobal: true }
    neverListId ??= (await world.doNotCall.add(list)).id
    const entry = { phoneNumbers: [phoneNumber], callId: undefined, note: '', expireTime: null }
    await world.doNotCall.addEntries(neverListId, { ...entry })
  }

  function cancel(): void {
    const [id] = chance.sample([...world.history.singles.keys()], 1)
    if (id !== undefined) world.act(`cancels ${id}`, () => world.singleCalls.cancel(id))
  }

  function someContacts(own: Chance, count: number): string[] {
    return own.sample(own.pick(lists).contactIds, count)
  }

  function remove(): void {
    const list = chance.pick(lists)
    const [contactId] = chance.sample(list.contactIds, 1)
    if (contactId) world.act(`deletes ${contactId}`, () => world.contacts.remove(list.id, contactId))
  }

  function change(): void {
    const list = chance.pick(lists)
    const [contactId] = chance.sample(list.contactIds, 1)
    const phoneNumber = someNumber()
    if (contactId)
      world.act(`changes ${contactId} to ${phoneNumber}`, () =>
        world.contacts.update(list.id, contactId, { phoneNumber }),
      )
  }

  function add(): void {
    const list = chance.pick(lists)
    const phoneNumber = someNumber()
    world.act(`adds ${phoneNumber}`, async () => {
      const contact = await world.contacts.add(list.id, { phoneNumber })
      list.contactIds.push(contact.id)
    })
  }

  function limit(): void {
    const lines = chance.pick([0, 1, 2, 4, 8, 8, 20])
    const callsPerSecond = chance.pick([0, 0, 1, 2, 4])
    world.act(`limits to ${lines} lines, ${callsPerSecond} a second`, () =>
      world.limits.change({ lines, callsPerSecond }),
    )
  }

  const someNumber = () => chance.pick(numbers)

  return { doSomething: () => chance.pick(operations)() }
}
