// A settlement needs the rows of its calls' contacts, and somebody else may have them: an import that changes contacts, a
// request that changes one, a machine that froze in the middle of either. Usually nobody has, so it just takes them and
// gives up if it has to wait for longer than a moment. After that it is careful for a while: it takes the rows that are
// free, waits for none, and leaves the calls of the others for another time.

/** A condition that is always true: from here on, a statement that waits for a row for longer than this fails. */
export const WAITS_BRIEFLY = `(select set_config('lock_timeout', '200ms', true)) is not null`

/**
 * Two queries of a statement: `free`, the contacts that are ours until it ends, and `held`, those that somebody else has.
 * A deleted contact is in neither. `contactIds` is a parameter, an array of ids.
 */
export function takeFreeContacts(contactIds: string): string {
  return `free as materialized (
     select c.id from unnest(${contactIds}::uuid[]) as given (contact_id) cross join lateral (
       select id from contact where id = given.contact_id for no key update skip locked
     ) c
   ), held as materialized (
     select given.contact_id as id from unnest(${contactIds}::uuid[]) as given (contact_id)
     where given.contact_id not in (select id from free) and exists (select from contact c where c.id = given.contact_id)
   )`
}

export const IS_NOT_HELD = 'given.contact_id not in (select id from held)'

/** The calls of held contacts: the last query of such a statement. Both are parameters, arrays of ids. */
export function heldCalls(callIds: string, contactIds: string): string {
  return `select given.id from unnest(${callIds}::uuid[], ${contactIds}::uuid[]) as given (id, contact_id)
   where given.contact_id in (select id from held)`
}
