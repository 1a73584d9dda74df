import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useMessages } from '../language/language-provider.tsx'
import { useApiQuery } from '../session/api-hooks.ts'
import { partsMessages } from './parts.messages.ts'

const MAX_OFFERED = 200

/** To which data sources somebody is bound; none: to all. */
export function DataSourcesSelect({ value = [], ...rest }: MultiSelectProps) {
  const { boundTo: t } = useMessages(partsMessages)
  const query = { params: { query: { pageSize: MAX_OFFERED } } }
  const sources = useApiQuery('/api/dataSource/list', query).data?.rows ?? []
  return (
    <MultiSelect
      label={t.label}
      placeholder={value.length === 0 ? t.all : ''}
      searchable
      clearable
      data={sources.map(({ id, dataSourceName }) => ({ value: id, label: dataSourceName }))}
      value={value}
      {...rest}
    />
  )
}
