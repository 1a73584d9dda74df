// A settlement updates the contacts of its calls, and another transaction may have locked them: an import with
// onDuplicate=update, a contact update, a node that froze during either. This is rare, so a settlement first tries without
// checking, and fails if it has to wait for more than a moment. After that the node checks for a while: it locks the contacts
// that are free, without waiting, and leaves the calls of the other contacts for a later settlement.

/** A condition that is always true. From its evaluation on, the statement fails if it waits for a lock for longer. */
export const WAITS_BRIEFLY = `(select set_config('lock_timeout', '200ms', true)) is not null`

/**
 * Two CTEs: `free`, the contacts that this statement has locked, and `held`, those locked by another transaction. A deleted
 * contact is in neither. `contactIds` is a parameter, an array of ids.
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

/** A query: the calls of held contacts. Both arguments are parameters, arrays of ids. */
export function heldCalls(callIds: string, contactIds: string): string {
  return `select given.id from unnest(${callIds}::uuid[], ${contactIds}::uuid[]) as given (id, contact_id)
   where given.contact_id in (select id from held)`
}
