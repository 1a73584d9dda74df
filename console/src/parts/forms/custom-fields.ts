// The custom fields of contacts. The API does not list them, so the page collects the names from the contacts it has
// shown from this data source.
import type { Schemas } from '@carillon/client'
import { useState } from 'react'

export type Contact = Schemas['Contact']

const BUILT_IN_NAMES = new Set([
  ...['id', 'dataSourceId', 'phoneNumber', 'status', 'callCount', 'createTime'],
  ...['callTime', 'callUntil', 'withdrawTime'],
])

export function customFields(contact: Contact): [name: string, value: string][] {
  return Object.entries(contact)
    .filter(([name, value]) => !BUILT_IN_NAMES.has(name) && value !== '' && value !== null)
    .map(([name, value]) => [name, String(value)])
}

/** Field names in the order of their first appearance, so that columns keep their place from page to page. */
export function useFieldNames(contacts: Contact[] | undefined): string[] {
  const [names, setNames] = useState<string[]>([])
  const found = new Set(names)
  for (const contact of contacts ?? []) for (const [name] of customFields(contact)) found.add(name)
  if (found.size > names.length) setNames([...found])
  return names
}
