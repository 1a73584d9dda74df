// Notes about the person at a number, for whoever talks to them next. A note is deleted only by who wrote it, and goes with the person.
import type { Clock } from '../../platform/kernel/clock.ts'
import { Forbidden, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId, UNUSED_ID } from '../../platform/kernel/ids.ts'
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { PhoneNumber, PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { requirePhone } from '../contacts/contacts.service.ts'
import type { NumberNoteRow } from './number-notes.queries.ts'
import * as queries from './number-notes.queries.ts'

export type NumberNotes = ReturnType<typeof createNumberNotes>

interface NumberNotesDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Behind the locks: numbers are read by the country that the service has now. */
  followCountry(tx: Queryable): Promise<void>
}

export function createNumberNotes({ db, clock, readPhoneNumber, followCountry }: NumberNotesDependencies) {
  const keyOf = (given: string) => requirePhone(readPhoneNumber, given).key

  /** Written so that it is read as the same number again, also if the service has another country then. */
  function stored(given: string): PhoneNumber {
    const phone = requirePhone(readPhoneNumber, given)
    return readPhoneNumber(phone.text)?.key === phone.key ? phone : { text: phone.key, key: phone.key }
  }

  return {
    add: (phoneNumber: string, note: string): Promise<NumberNoteRow> =>
      db.transaction(async (tx) => {
        await followCountry(tx)
        const now = clock.now()
        const { text, key } = stored(phoneNumber)
        const id = newId()
        const row = { id, phone_key: key, phone_number: text, note }
        const added = await queries.insertNote.first(tx, [row, now, currentActor()])
        await recordChange(tx, { at: now, operation: 'numberNote.add', subject: { id, name: null } })
        return added as NumberNoteRow
      }),

    delete: (phoneNumber: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const key = keyOf(phoneNumber)
        const actor = currentActor()
        const found = isId(id) ? await queries.findNote.first(tx, [key, id, actor]) : undefined
        if (!found) throw new NotFound('note', id)
        if (!found.is_own) throw new Forbidden({ fault: 'note_of_another', params: { actor: found.actor } })
        // Somebody else has deleted it meanwhile: it is gone as well.
        if ((await queries.deleteNote.run(tx, [id, actor])) === 0) return
        const now = clock.now()
        await recordChange(tx, { at: now, operation: 'numberNote.delete', subject: { id, name: null } })
      }),

    async list(phoneNumber: string, page: Page): Promise<Paged<NumberNoteRow>> {
      const key = keyOf(phoneNumber)
      const actor = currentActor()
      return readPage(page, {
        find: (afterId) => queries.findNote.first(db, [key, isId(afterId) ? afterId : UNUSED_ID, actor]),
        count: () => queries.countNotes.first(db, [key]),
        readAt: (offset, limit) => queries.listNotes(db, [key, actor, offset, limit]),
        readAfter: (afterId, limit) => queries.listNotesAfter(db, [key, actor, afterId, limit]),
      })
    },
  }
}
