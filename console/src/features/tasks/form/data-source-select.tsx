import type { Schemas } from '@carillon/client'
import { Alert, Anchor, Group, Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

type DataSource = Schemas['DataSource']

/** Searches data sources by name on the server, because there may be thousands. */
export function DataSourceSelect({ value, ...rest }: Omit<SelectProps, 'data'> & { value: string }) {
  const { form: t } = useMessages(tasksMessages)
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<DataSource>()
  const [needle] = useDebouncedValue(search === chosen?.dataSourceName ? '' : search, 200)
  const query = { pageSize: 50, ...(needle !== '' && { dataSourceName: needle }) }
  const found = useApiQuery('/api/dataSource/list', { params: { query } }, { keepsPrevious: true }).data
  const fetched = useApiQuery(
    '/api/dataSource/detail/{id}',
    { params: { path: { id: value } } },
    { isEnabled: value !== '' && chosen?.id !== value },
  ).data

  const known = [chosen, fetched, ...(found?.rows ?? [])].filter((each) => each !== undefined)
  const byId = new Map(known.map((source) => [source.id, source]))
  const shown = [...byId.values()].filter((source) => source.id === value || found?.rows.includes(source))
  if (found?.total === 0 && needle === '' && value === '') {
    return (
      <Alert color="yellow" variant="outline">
        <Text size="sm">{t.noDataSources}</Text>
        <Anchor component={Link} href="/data-sources" size="sm">
          {t.toDataSources}
        </Anchor>
      </Alert>
    )
  }
  return (
    <Select
      {...rest}
      label={t.dataSourceId}
      placeholder={t.dataSourcePlaceholder}
      value={value === '' ? null : value}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The service has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={t.noDataSourceFound}
      data={shown.map((source) => ({ value: source.id, label: source.dataSourceName }))}
      onChange={(id, option) => {
        setChosen(id === null ? undefined : byId.get(id))
        rest.onChange?.(id ?? '', option)
      }}
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" wrap="nowrap">
          <Text size="sm" truncate>
            {option.label}
          </Text>
          <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
            {t.dataSourceContacts(format.number(byId.get(option.value)?.contactCount ?? 0))}
          </Text>
        </Group>
      )}
    />
  )
}
