import { useApiQuery } from '../../session/api-hooks.ts'
import { customFields } from './custom-fields.ts'

/** Enough to find the fields of a list. */
const SAMPLE = { pageSize: 20 }

/** The fields of the contacts in a data source, by its first contacts. */
export function useContactFields(dataSourceId: string): string[] {
  const contacts = useApiQuery(
    '/api/dataSource/{id}/contacts',
    { params: { path: { id: dataSourceId }, query: SAMPLE } },
    { isEnabled: dataSourceId !== '' },
  ).data?.rows
  const names = (contacts ?? []).flatMap((contact) => customFields(contact).map(([name]) => name))
  return [...new Set([...names, 'phoneNumber'])]
}
