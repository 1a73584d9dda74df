import { Tabs, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { AnsweredFigure } from '../../parts/figures/answered-figure.tsx'
import { ExportMenu } from '../../parts/files/export-menu.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageActions } from '../../parts/page-actions.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { ContactList } from '../contacts/contact-list.tsx'
import { contactsMessages } from '../contacts/contacts.messages.ts'
import { importHistoryMessages } from '../contacts/import-history.messages.ts'
import { useImport } from '../contacts/use-import.tsx'
import { dataSourcesMessages } from './data-sources.messages.ts'

const DataSourceDialog = lazyPart(async () => (await import('./data-source-dialog.tsx')).DataSourceDialog)
const ImportHistory = lazyPart(async () => (await import('../contacts/import-history.tsx')).ImportHistory)

const tabs = ['contacts', 'imports'] as const

export function DataSourcePage({ params: { id = '' } }: { params: { id?: string | undefined } }) {
  const t = useMessages(dataSourcesMessages)
  const { data, error, refetch } = useApiQuery('/api/dataSource/detail/{id}', { params: { path: { id } } })
  const imports = useMessages(importHistoryMessages)
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'imports' ? 'imports' : 'contacts'
  const [isAdding, setAdding] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const importing = useImport(data && { kind: 'dataSource', id: data.id, name: data.dataSourceName })

  if (error && !data) {
    return (
      <>
        <PageHeader title={t.title} backTo="/data-sources" />
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={data?.dataSourceName ?? '…'}
        backTo="/data-sources"
        beside={<ContactCount count={data?.contactCount} />}
        actions={
          <DataSourceActions
            id={id}
            isEmpty={data?.contactCount === 0}
            onEdit={() => setEditing(true)}
            onImport={importing.open}
            onAdd={() => setAdding(true)}
          />
        }
      />
      {importing.banner}
      <div className="page-facts">
        {/* Its line is there before it is known what it says. */}
        <Text size="sm" c="dimmed" lineClamp={2} title={data?.dataSourceDesc}>
          {data?.dataSourceDesc || '\u00a0'}
        </Text>
        <AnsweredFigure period="week" dataSourceId={id} />
      </div>
      <Tabs
        value={tab}
        keepMounted={false}
        className="tabs-fill"
        onChange={(next) => setParams(next === 'imports' ? { tab: next } : {}, { replace: true })}
      >
        <Tabs.List px="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {imports.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="contacts">
          <ContactList
            key={id}
            dataSourceId={id}
            onImport={importing.open}
            isAdding={isAdding}
            onAdding={setAdding}
          />
        </Tabs.Panel>
        <Tabs.Panel value="imports">
          <ImportHistory dataSourceId={id} onShow={importing.show} />
        </Tabs.Panel>
      </Tabs>
      {data && isEditing && <DataSourceDialog dataSource={data} onClose={() => setEditing(false)} />}
      {importing.dialog}
    </>
  )
}

function ContactCount({ count }: { count: number | undefined }) {
  const t = useMessages(dataSourcesMessages)
  const format = useFormat()
  return (
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {count === undefined ? '…' : t.contactCount(format.number(count))}
    </Text>
  )
}

interface DataSourceActionsProps {
  id: string
  isEmpty: boolean
  onEdit(): void
  onImport(): void
  onAdd(): void
}

function DataSourceActions({ id, isEmpty, onEdit, onImport, onAdd }: DataSourceActionsProps) {
  const t = useMessages(dataSourcesMessages)
  const contacts = useMessages(contactsMessages)
  const client = useClient()
  const [, navigate] = useLocation()
  const disabledReason = useRightReason()('operate')
  return (
    <PageActions
      onPhone={['import']}
      buttons={[
        { id: 'edit', label: t.edit, disabledReason, onClick: onEdit },
        { id: 'add', label: contacts.add, disabledReason, onClick: onAdd },
        ...(isEmpty
          ? []
          : [
              {
                id: 'newTask',
                label: t.newTask,
                disabledReason,
                onClick: () => navigate(`/tasks/new?dataSource=${id}`),
              },
            ]),
        {
          id: 'import',
          label: contacts.import,
          icon: <IconUpload size={14} aria-hidden />,
          variant: 'filled',
          disabledReason,
          onClick: onImport,
        },
      ]}
    >
      <ExportMenu
        startsPlain
        choices={[
          {
            id: 'contacts',
            title: t.exportContacts,
            download: (style) =>
              client.download('/api/dataSource/{id}/contact/batchExport', {
                params: { path: { id }, query: { ...style } },
              }),
          },
          {
            id: 'calls',
            title: t.exportCalls,
            download: (style) =>
              client.download('/api/dataSource/{id}/calls/export', {
                params: { path: { id }, query: { ...style } },
              }),
          },
        ]}
      />
    </PageActions>
  )
}
