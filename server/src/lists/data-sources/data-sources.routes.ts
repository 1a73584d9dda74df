import { Type } from 'typebox'
import { boundTo } from '../../platform/http/access/bounds.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  largeReads,
  named,
  operation,
  optional,
  orNull,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { countryCode, nameText, PartOfName, text } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { DataSourceRow } from './data-sources.queries.ts'
import type { DataSources } from './data-sources.service.ts'

const dataSourceName = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Spring customers'],
})
const dataSourceDesc = text({ maxLength: 2000, examples: ['Everyone who ordered since March'] })
const contactCount = Type.Integer({ description: 'Number of contacts in the data source.', examples: [1200] })

const nameField = text({
  minLength: 1,
  maxLength: 64,
  description: 'The custom field that is the display name of a contact.',
  examples: ['customerName'],
})

const country = countryCode('The country of numbers that name none; left out: that of the service.')

const fields = {
  id: Id,
  dataSourceName: Type.String(),
  dataSourceDesc: Type.String(),
  contactCount,
  nameField: Type.Optional({
    ...nameField,
    description: 'The custom field that is the display name of a contact; left out if there is none.',
  }),
  country: Type.Optional(
    Type.String({
      description: 'The country of numbers that name none; left out if it is that of the service.',
      examples: ['DE'],
    }),
  ),
}

const DataSource = named(
  'DataSource',
  Type.Object({ ...fields, createTime: Timestamp, updateTime: Timestamp }),
)
const AddedDataSource = named('AddedDataSource', Type.Object({ ...fields, createTime: Timestamp }))
const UpdatedDataSource = named(
  'UpdatedDataSource',
  Type.Object({
    ...fields,
    updateTime: Timestamp,
    duplicateCount: Type.Optional(
      Type.Integer({
        description:
          'Only after a change of the country: how many contacts now have the same number as another one.',
      }),
    ),
  }),
)
const NewDataSource = named(
  'NewDataSource',
  Type.Object(
    {
      dataSourceName,
      dataSourceDesc: optional(dataSourceDesc),
      nameField: optional(nameField),
      country: optional(country),
    },
    {
      examples: [{ dataSourceName: 'Spring customers', dataSourceDesc: 'Everyone who ordered since March' }],
    },
  ),
)
const DataSourceChange = named(
  'DataSourceChange',
  Type.Object(
    {
      id: Id,
      dataSourceName: optional(dataSourceName),
      dataSourceDesc: optional(dataSourceDesc),
      nameField: Type.Optional(
        orNull({
          ...nameField,
          description: 'The custom field that is the display name of a contact; null removes it.',
        }),
      ),
      country: Type.Optional(
        orNull({
          ...country,
          description:
            'The country of numbers that name none; null: that of the service. A change compares all numbers again; it is refused while contacts are called.',
        }),
      ),
    },
    { examples: [{ id: EXAMPLE_ID, dataSourceName: 'Summer customers' }] },
  ),
)

export function addDataSourceRoutes(app: Api, dataSources: DataSources, timestamps: Timestamps): void {
  for (const schema of [DataSource, NewDataSource, DataSourceChange, AddedDataSource, UpdatedDataSource]) {
    app.addSchema(schema)
  }
  const tag = 'Data sources'

  app.get(
    '/api/dataSource/list',
    operation({
      id: 'listDataSources',
      tag,
      summary: 'List data sources, newest first',
      needs: 'see',
      bound: 'filtered',
      query: Type.Object({ ...PageQuery, dataSourceName: PartOfName }),
      data: pageOf(ref(DataSource)),
      work: largeReads,
    }),
    async (request) => {
      const { dataSourceName: name, ...page } = request.query
      const { total, rows } = await dataSources.list({ ...page, name, ids: boundTo(request) })
      return success({ total, rows: rows.map(present) })
    },
  )

  app.get(
    '/api/dataSource/detail/:id',
    readOperation({
      id: 'getDataSource',
      needs: 'see',
      bound: 'dataSource',
      tag,
      summary: 'Read a data source',
      data: ref(DataSource),
    }),
    async (request) => success(present(await dataSources.detail(request.params.id))),
  )

  app.post(
    '/api/dataSource/add',
    operation({
      id: 'addDataSource',
      tag,
      summary: 'Create a data source',
      needs: 'operate',
      bound: 'all',
      body: ref(NewDataSource),
      data: ref(AddedDataSource),
      errors: [409],
    }),
    async (request) => {
      const { dataSourceName: name, dataSourceDesc: description = '', nameField = null } = request.body
      const given = { name, description, nameField, country: request.body.country ?? null }
      return success(present(await dataSources.add(given)))
    },
  )

  app.post(
    '/api/dataSource/update',
    operation({
      id: 'updateDataSource',
      tag,
      summary: 'Rename or describe a data source',
      needs: 'operate',
      bound: 'dataSource',
      body: ref(DataSourceChange),
      data: ref(UpdatedDataSource),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, dataSourceName: name, dataSourceDesc: description, nameField, country } = request.body
      const change = { name, description, nameField, country }
      const changed = await dataSources.update(id, change)
      const { duplicateCount } = changed
      return success({ ...present(changed), ...(duplicateCount !== undefined && { duplicateCount }) })
    },
  )

  function present(row: DataSourceRow) {
    return {
      id: row.id,
      dataSourceName: row.name,
      dataSourceDesc: row.description,
      contactCount: row.contact_count,
      ...(row.name_field !== null && { nameField: row.name_field }),
      ...(row.country !== null && { country: row.country }),
      createTime: timestamps.format(row.create_time),
      updateTime: timestamps.format(row.update_time),
    }
  }
}
