// Notes about the person at a number. They are found in both spellings of it.
import { sql } from '../../platform/storage/sql.ts'
import type { Actor } from '../../platform/trail/actor.ts'

export interface NumberNoteRow {
  id: string
  phone_number: string
  note: string
  actor: string
  is_own: boolean
  create_time: Date
}

/** SQL: whoever asks has written it. `actor`: a parameter that is an Actor. */
const isOwn = (actor: `$${number}`) =>
  `(actor_kind = ${actor}::json ->> 'kind' and actor_id is not distinct from ${actor}::json ->> 'id')`
const columns = (actor: `$${number}`) =>
  `id, phone_number, note, actor, ${isOwn(actor)} as is_own, create_time`

interface NewNumberNote {
  id: string
  phone_key: string
  phone_number: string
  note: string
}

/** $1: the note; $2: now; $3: actor. */
export const insertNote = sql<NumberNoteRow, [note: NewNumberNote, now: Date, actor: Actor]>(
  'insert_number_note',
  `insert into number_note (id, phone_key, phone_number, note, create_time, actor, actor_kind, actor_id)
   select given.*, $2, $3::json ->> 'name', $3::json ->> 'kind', $3::json ->> 'id'
   from jsonb_to_record($1) as given (id uuid, phone_key text, phone_number text, note text)
   returning ${columns('$3')}`,
)

const FOUND = 'phone_key = any(same_number($1))'

/** Newest first. $1: the number as it is compared; $2: actor. */
export const listNotes = sql<NumberNoteRow>(
  'list_number_notes',
  `select ${columns('$2')} from number_note where ${FOUND} order by id desc offset $3 limit $4`,
)

export const listNotesAfter = sql<NumberNoteRow>(
  'list_number_notes_after',
  `select ${columns('$2')} from number_note where ${FOUND} and id < $3::uuid order by id desc limit $4`,
)

export const countNotes = sql<{ total: number }>(
  'count_number_notes',
  `select count(*) as total from number_note where ${FOUND}`,
)

/** $1: the number as it is compared; $2: note; $3: actor. */
export const findNote = sql<NumberNoteRow, [phoneKey: string, id: string, actor: Actor]>(
  'find_number_note',
  `select ${columns('$3')} from number_note where ${FOUND} and id = $2`,
)

/** Only the actor's own. $1: note; $2: actor. */
export const deleteNote = sql<never, [id: string, actor: Actor]>(
  'delete_number_note',
  `delete from number_note where id = $1 and ${isOwn('$2')}`,
)
