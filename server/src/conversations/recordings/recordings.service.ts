// Recordings of calls: stored as pending when they begin, fetched from the switch after the call, listened to, and erased.

import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { requirePhone } from '../../lists/contacts/contacts.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { CallControl } from '../answered-call.ts'
import type { FlowRecordings } from '../flow-parts.ts'
import { createRecordingKeeper, type RecordingKeeper, type TakeOver } from './keep-recordings.ts'
import type { RecordingSettings } from './recording-settings.ts'
import type { ByteRange } from './recording-store.ts'
import { createRecordingStores } from './recording-stores.ts'
import type { RecordingRow } from './recordings.queries.ts'
import * as queries from './recordings.queries.ts'

export interface RecordingsOptions {
  db: Database
  clock: Clock
  log: Log
  readPhoneNumber: PhoneNumberReader
  settings: RecordingSettings
  /** After how many days they are deleted; 0: never. Without it, as the settings say. */
  keptDays?: () => number
  /** Absent on a node that does not dial. */
  gateway: { readonly control?: CallControl } | undefined
  /** Takes messages that are not kept as recordings. */
  takeOver?: TakeOver
}

/** A recording whose end nobody reports is looked at after this time, unless its call is live. */
const UNREPORTED_MS = 60_000

export interface Recordings
  extends FlowRecordings,
    Pick<RecordingKeeper, 'look' | 'start' | 'stop' | 'waiting'> {
  find(id: string): Promise<RecordingRow>
  ofCall(callId: string): Promise<RecordingRow[]>
  /** When it is erased; null: never by itself. */
  expiryOf(row: RecordingRow): Date | null
  /** The bytes of a kept one. */
  read(row: RecordingRow, range: ByteRange): Promise<Readable>
  /** Erases one recording, or all of calls to a number. Returns how many. */
  remove(which: { id?: string; phoneNumber?: string }): Promise<number>
  /** In the transaction that deletes contacts. */
  eraseOfContacts(tx: Queryable, contactIds: string[]): Promise<void>
}

export function createRecordings(options: RecordingsOptions): Recordings {
  const { db, clock, log, readPhoneNumber, settings, gateway, takeOver } = options
  const { keptDays = () => settings.days } = options
  const stores = createRecordingStores({ settings, clock })
  const control = gateway?.control?.abilities.has('record') ? gateway.control : undefined
  const keeper = createRecordingKeeper({ db, clock, log, stores, control, takeOver })

  async function find(id: string): Promise<RecordingRow> {
    const row = isId(id) ? await queries.findRecording.first(db, [id]) : undefined
    if (!row) throw new NotFound('recording', id)
    return row
  }

  return {
    look: keeper.look,
    waiting: keeper.waiting,
    start: keeper.start,
    stop: keeper.stop,

    async begin({ id, callId, taskId, contactId, phoneNumber, phoneKey, what }) {
      const now = clock.now()
      // The name tells nothing about the call.
      const file = `${now.toISOString().slice(0, 10)}/${randomBytes(16).toString('hex')}.wav`
      const nextLook = new Date(now.getTime() + UNREPORTED_MS)
      await queries.insertRecording(db, [
        ...([id, callId, taskId, contactId, phoneNumber, phoneKey, what] as const),
        ...([file, now, nextLook] as const),
      ])
    },

    callEnded(callId) {
      queries
        .callHasEnded(db, [callId, clock.now()])
        .then(keeper.wake, (error) =>
          log.warn({ err: error, callId }, 'the recordings of a call wait for the next look'),
        )
    },

    find,

    async ofCall(callId) {
      return isId(callId) ? queries.findOfCall(db, [callId]) : []
    },

    expiryOf({ create_time }) {
      const days = keptDays()
      return days === 0 ? null : new Date(create_time.getTime() + days * DAY_MS)
    },

    async read({ id, status, store, file }, range) {
      if (status !== 'kept') {
        const detail = { fault: 'recording_not_kept', params: { status } } as const
        throw new Conflict(`recording ${id} has no file: its status is ${status}`, detail)
      }
      const ours = (await stores.all()).find(({ name }) => name === store)
      if (!ours) {
        const detail = { fault: 'recording_elsewhere', params: { store: store ?? '' } } as const
        throw new Conflict(
          `recording ${id} is in a store that this node cannot read: ${store}; ask the node that has it`,
          detail,
        )
      }
      const content = await ours.read(file, range)
      if (!content) throw new NotFound('recording', id)
      return content
    },

    async remove({ id, phoneNumber }) {
      if ((id === undefined) === (phoneNumber === undefined)) throw eitherOne(id)
      const phone = phoneNumber === undefined ? undefined : requirePhone(readPhoneNumber, phoneNumber)
      const recording = phone ? undefined : await find(id ?? '')
      const count = await db.transaction(async (tx) => {
        const now = clock.now()
        const deletedCount = phone
          ? await queries.eraseOfNumber.run(tx, [phone.key, now])
          : await queries.eraseRecording.run(tx, [recording?.id ?? '', now])
        const name = phone?.text ?? recording?.phone_number ?? ''
        const subject = { name, ...(recording && { id: recording.id }) }
        await recordChange(tx, { at: now, operation: 'recording.delete', subject, after: { deletedCount } })
        return deletedCount
      })
      keeper.wake()
      return count
    },

    async eraseOfContacts(tx, contactIds) {
      await queries.eraseOfContacts(tx, [contactIds, clock.now()])
    },
  }
}

function eitherOne(id: string | undefined): InvalidInput {
  const field = 'phoneNumber'
  if (id === undefined)
    return new InvalidInput('id or phoneNumber is required', { fault: 'required', field: 'id' })
  return new InvalidInput('id and phoneNumber cannot be given together', {
    ...{ fault: 'excluded', field },
    params: { other: 'id' },
  })
}
