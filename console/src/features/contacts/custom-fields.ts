// The custom fields of contacts. The API names them only by the contacts that have them, so the page remembers every
// one that it has seen in this data source.
import type { Schemas } from '@carillon/client'
import { useState } from 'react'

export type Contact = Schemas['Contact']

const OWN_NAMES = new Set(['id', 'dataSourceId', 'phoneNumber', 'status', 'callCount', 'createTime'])

export function customFields(contact: Contact): [name: string, value: string][] {
  return Object.entries(contact)
    .filter(([name, value]) => !OWN_NAMES.has(name) && value !== '' && value !== null)
    .map(([name, value]) => [name, String(value)])
}

/** Names in the order in which they were first seen, so that columns stay where they are from page to page. */
export function useFieldNames(contacts: Contact[] | undefined): string[] {
  const [names, setNames] = useState<string[]>([])
  const found = new Set(names)
  for (const contact of contacts ?? []) for (const [name] of customFields(contact)) found.add(name)
  if (found.size > names.length) setNames([...found])
  return names
}
