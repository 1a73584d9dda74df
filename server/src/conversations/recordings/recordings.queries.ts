// Rows of recordings. `next_look` is when a node has to do something about one: fetch it, remove it from the switch, or
// erase it. A node that takes a row moves `next_look`, so that no other node takes it, and so that one does if this one dies.
import { NUMBER_KEY } from '../../platform/kernel/phone/phone-key.ts'
import { sql } from '../../platform/storage/sql.ts'

export type RecordingStatus = 'pending' | 'kept' | 'missing' | 'erased'

export interface RecordingRow {
  id: string
  call_id: string
  /** Null if the call has no task. */
  task_id: string | null
  contact_id: string
  phone_number: string
  what: 'call' | 'message'
  status: RecordingStatus
  seconds: number | null
  bytes: number | null
  store: string | null
  file: string
  create_time: Date
}

export interface TakenRecording {
  id: string
  call_id: string
  status: RecordingStatus
  store: string | null
  file: string
  is_on_switch: boolean
  attempts: number
  create_time: Date
}

/** A call without a task is known to its flow as a task of its own. */
export const recordingColumns =
  'id, call_id, case when task_id not in (call_id, contact_id) then task_id end as task_id, contact_id, phone_number, what, status, seconds, bytes, store, file, create_time'

/** $6: the key of the number if the call is no live call of a task. */
export const insertRecording = sql<
  never,
  [
    id: string,
    callId: string,
    taskId: string,
    contactId: string,
    phoneNumber: string,
    phoneKey: string,
    what: string,
    file: string,
    now: Date,
    nextLook: Date,
  ]
>(
  'insert_recording',
  `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, file, create_time, next_look)
   values ($1, $2, $3, $4, $5, coalesce((select ${NUMBER_KEY('phone_key')} from live_call where id = $2), $6), $7, $8, $9, $10)
   on conflict (id) do nothing`,
)

export const callHasEnded = sql<never, [callId: string, now: Date]>(
  'recorded_call_ended',
  "update recording set next_look = $2 where call_id = $1 and status = 'pending' and next_look > $2",
)

/**
 * Rows that this node can do something about. What is on the switch is left alone until its call is over. $1: now; $2: when
 * another node may take them; $3: max rows; $4: the stores of this node; $5: whether it can ask a switch.
 */
export const takeRecordings = sql<
  TakenRecording,
  [now: Date, until: Date, limit: number, stores: string[], hasExchange: boolean]
>(
  'take_recordings',
  `update recording r set next_look = $2, attempts = attempts + 1
   from (
     select id from recording
     where next_look <= $1 and (
       (status = 'erased' and (store = any($4) or (store is null and not is_on_switch)))
       or ($5 and is_on_switch
         and not exists (select from live_call l where l.id = recording.call_id))
     )
     order by next_look
     limit $3
     for update skip locked
   ) due
   where r.id = due.id
   returning r.id, r.call_id, r.status, r.store, r.file, r.is_on_switch, r.attempts, r.create_time`,
)

/** 0 rows: it was erased meanwhile. */
export const keepRecording = sql<
  never,
  [id: string, store: string, bytes: number, seconds: number, now: Date]
>(
  'keep_recording',
  `update recording set status = 'kept', store = $2, bytes = $3, seconds = $4, next_look = $5, attempts = 0,
     event_seq = next_event_seq()
   where id = $1 and status = 'pending'`,
)

export const lookAgain = sql<never, [id: string, at: Date]>(
  'look_at_recording_again',
  'update recording set next_look = $2 where id = $1',
)

export const giveUpRecording = sql<never, [id: string]>(
  'give_up_recording',
  "update recording set status = 'missing' where id = $1 and status = 'pending'",
)

/**
 * Recordings whose calls are over and that are not stored yet: a try has failed, or has not come to an end for a while. $1: when a
 * try that began long ago lets another node try.
 */
export const countWaiting = sql<{ waiting: number; since: Date | null }, [leaseOfSlowTry: Date]>(
  'count_waiting_recordings',
  `select count(*)::int as waiting, min(create_time) as since from recording
   where next_look <= $1 and attempts > 0 and status = 'pending'`,
)

/** Nothing remains to be done, unless it is to be erased. */
export const goneFromExchange = sql<never, [id: string, now: Date]>(
  'recording_gone_from_switch',
  `update recording set is_on_switch = false, attempts = 0, next_look = case when status = 'erased' then $2::timestamptz end
   where id = $1`,
)

export const goneFromStore = sql<never, [id: string]>(
  'recording_gone_from_store',
  'update recording set store = null where id = $1',
)

export const deleteErased = sql<never, [id: string]>(
  'delete_erased_recording',
  "delete from recording where id = $1 and status = 'erased' and store is null and not is_on_switch",
)

const ERASE =
  "update recording set status = 'erased', next_look = $2, attempts = 0 where status <> 'erased' and"

export const eraseRecording = sql<never, [id: string, now: Date]>('erase_recording', `${ERASE} id = $1`)

export const eraseOfNumber = sql<never, [phoneKey: string, now: Date]>(
  'erase_recordings_of_number',
  `${ERASE} phone_key = any(same_number($1))`,
)

export const eraseOfContacts = sql<never, [contactIds: string[], now: Date]>(
  'erase_recordings_of_contacts',
  `${ERASE} contact_id = any($1::uuid[])`,
)

/** Of a call without a task, an id that no task has. */
export const findTaskOfRecording = sql<{ task_id: string }, [id: string]>(
  'find_task_of_recording',
  'select task_id from recording where id = $1',
)

export const findRecording = sql<RecordingRow, [id: string]>(
  'find_recording',
  `select ${recordingColumns} from recording where id = $1 and status <> 'erased'`,
)

export const findOfCall = sql<RecordingRow, [callId: string]>(
  'find_recordings_of_call',
  `select ${recordingColumns} from recording where call_id = $1 and status <> 'erased' order by create_time, id`,
)

/** The files of a store, in pages. $2: the id after which the page begins. */
export const listKeptFiles = sql<{ id: string; file: string }, [store: string, after: string, limit: number]>(
  'list_kept_files',
  `select id, file from recording where status = 'kept' and store = $1 and id > $2 order by id limit $3`,
)

/** How many recordings are in a store or in all others, and their size. */
export const countKeptFiles = sql<{ here: number; elsewhere: number; bytes: number }, [store: string | null]>(
  'count_kept_files',
  `select count(*) filter (where store = $1) as here, count(*) filter (where store is distinct from $1) as elsewhere,
     coalesce(sum(bytes) filter (where store = $1), 0) as bytes
   from recording where status = 'kept'`,
)
