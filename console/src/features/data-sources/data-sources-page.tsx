import type { Schemas } from '@carillon/client'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { TREND_OPTIONS, TrendFigure } from '../../parts/figures/trend-figure.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { DescriptionCell, NameCell } from '../../parts/tables/cells.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { NoMatch } from '../../parts/tables/no-match.tsx'
import { SearchField } from '../../parts/tables/search-field.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { dataSourcesMessages } from './data-sources.messages.ts'

const DataSourceDialog = lazyPart(async () => (await import('./data-source-dialog.tsx')).DataSourceDialog)

type DataSource = Schemas['DataSource']

export function DataSourcesPage() {
  const t = useMessages(dataSourcesMessages)
  const address = useAddress()
  const [, navigate] = useLocation()
  const columns = useColumns()
  const rightReason = useRightReason()('operate')
  const [isCreating, setCreating] = useState(false)
  // The command palette comes with `?new=1`.
  const isAsked = address.get('new') !== undefined
  useEffect(() => {
    if (!isAsked) return
    setCreating(true)
    address.set({ new: undefined })
  }, [isAsked, address])
  const dataSourceName = address.get('name')
  const query = { ...address.page, ...(dataSourceName !== undefined && { dataSourceName }) }
  const found = useApiQuery('/api/dataSource/list', { params: { query } }, { keepsPrevious: true })
  const createButton = (
    <ActionButton
      variant="filled"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setCreating(true)}
      disabledReason={rightReason}
    >
      {t.newDataSource}
    </ActionButton>
  )

  return (
    <>
      <PageHeader title={t.title} figure={<ImportedFigure />} actions={createButton} />
      <div className="toolbar">
        <SearchField
          label={t.searchByName}
          value={dataSourceName}
          onChange={(name) => address.set({ name })}
        />
      </div>
      <DataTable
        label={t.label}
        columns={columns}
        {...listOf(found, address)}
        keyOf={(source) => source.id}
        onOpen={(source) => navigate(`/data-sources/${source.id}`)}
        empty={
          address.isFiltered ? (
            <NoMatch title={t.noMatch} hint={t.noMatchHint} onClear={address.clear} />
          ) : (
            <EmptyState title={t.empty} hint={t.emptyHint} action={createButton} />
          )
        }
      />
      {isCreating && (
        <DataSourceDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => navigate(`/data-sources/${id}`)}
        />
      )}
    </>
  )
}

function ImportedFigure() {
  const t = useMessages(dataSourcesMessages)
  const { data } = useApiQuery('/api/trend/imported', {}, TREND_OPTIONS)
  return <TrendFigure label={t.imported} period="week" trend={data} />
}

function useColumns(): Column<DataSource>[] {
  const { columns: t } = useMessages(dataSourcesMessages)
  const format = useFormat()
  const time = (timestamp: string) => <span className="cell-time">{format.dateTime(timestamp)}</span>
  return [
    {
      id: 'name',
      title: t.name,
      cell: (source) => <NameCell name={source.dataSourceName} href={`/data-sources/${source.id}`} />,
    },
    {
      id: 'contacts',
      title: t.contacts,
      align: 'right',
      width: 110,
      cell: (source) => format.number(source.contactCount),
    },
    {
      id: 'description',
      title: t.description,
      visibleFrom: 'sm',
      cell: (source) => <DescriptionCell text={source.dataSourceDesc} />,
    },
    {
      id: 'created',
      title: t.created,
      width: 180,
      visibleFrom: 'lg',
      cell: (source) => time(source.createTime),
    },
    {
      id: 'updated',
      title: t.updated,
      width: 180,
      visibleFrom: 'md',
      cell: (source) => time(source.updateTime),
    },
  ]
}
