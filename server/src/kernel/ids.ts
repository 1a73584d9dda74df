// Ids are UUIDv7: sortable by time of creation, and any node makes them without asking another.
import { v7 } from 'uuid'

export function newId(): string {
  return v7()
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whatever is not of this shape names nothing: it is answered like an id that does not exist. */
export function isId(text: string): boolean {
  return shape.test(text)
}
