import { Type } from 'typebox'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  defaulted,
  oneOf,
  operation,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LANGUAGES } from '../../platform/words/languages.ts'
import { trunkPresets } from './trunk-presets.ts'
import {
  ChangedTrunkSchema,
  CheckedTrunkSchema,
  NewTrunkSchema,
  readInbound,
  TrunkChangeSchema,
  TrunkCheckSchema,
  TrunkPresetSchema,
  TrunkSchema,
} from './trunk-settings.schema.ts'
import { type ChangedTrunk, inboundOf, MAX_TRUNKS, type StoredTrunk, type Trunks } from './trunks.service.ts'

export function addTrunkRoutes(app: Api, trunks: Trunks, timestamps: Timestamps): void {
  for (const schema of [
    TrunkSchema,
    ChangedTrunkSchema,
    TrunkCheckSchema,
    CheckedTrunkSchema,
    NewTrunkSchema,
    TrunkChangeSchema,
    TrunkPresetSchema,
  ])
    app.addSchema(schema)
  const tag = 'Trunks'

  app.get(
    '/api/trunk/list',
    operation({
      id: 'listTrunks',
      tag,
      summary: 'List trunks by their priority, then the oldest first',
      needs: 'see',
      bound: 'none',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(TrunkSchema)) }),
    }),
    async () => {
      const rows = (await trunks.list()).map(present)
      return success({ total: rows.length, rows })
    },
  )

  app.get(
    '/api/trunk/presets',
    operation({
      id: 'listTrunkPresets',
      tag,
      summary: 'Trunks to begin with: the forms that carriers usually want',
      needs: 'see',
      bound: 'none',
      query: Type.Object({
        language: defaulted(
          oneOf([...LANGUAGES], { default: 'en', description: 'Of the names and descriptions.' }),
        ),
      }),
      data: Type.Object({ rows: Type.Array(ref(TrunkPresetSchema)) }),
    }),
    async (request) => success({ rows: trunkPresets(request.query.language) }),
  )

  app.get(
    '/api/trunk/:id',
    readOperation({
      id: 'getTrunk',
      needs: 'see',
      bound: 'none',
      tag,
      summary: 'Read a trunk',
      data: ref(TrunkSchema),
    }),
    async (request) => success(present(await trunks.detail(request.params.id))),
  )

  app.post(
    '/api/trunk/check',
    operation({
      id: 'checkTrunk',
      tag,
      summary: 'What somebody should know about prefix rules before they are saved',
      description: 'The same warnings that saving a trunk with these rules gives. Nothing is changed.',
      needs: 'see',
      bound: 'none',
      body: ref(TrunkCheckSchema),
      data: ref(CheckedTrunkSchema),
    }),
    async (request) => success({ warnings: trunks.check(request.body.prefixRules) }),
  )

  app.post(
    '/api/trunk/add',
    operation({
      id: 'addTrunk',
      tag,
      summary: 'Add a trunk, a way out to the phone network',
      description: `There are at most ${MAX_TRUNKS}; one more is refused with 409.`,
      needs: 'administer',
      bound: 'all',
      body: ref(NewTrunkSchema),
      data: ref(ChangedTrunkSchema),
      errors: [409],
    }),
    async (request) => {
      const { inbound, simulatedTasks, ...given } = request.body
      const added = { ...given, inbound: readInbound(inbound) }
      const choice = simulatedTasks ?? undefined
      return success(presentChanged(await trunks.add(added, choice)))
    },
  )

  app.post(
    '/api/trunk/update',
    operation({
      id: 'updateTrunk',
      tag,
      summary: 'Change a trunk',
      description: 'Only the given fields are changed.',
      needs: 'administer',
      bound: 'all',
      body: ref(TrunkChangeSchema),
      data: ref(ChangedTrunkSchema),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, inbound, simulatedTasks, ...given } = request.body
      const change = { ...given, inbound: readInbound(inbound) }
      const choice = simulatedTasks ?? undefined
      return success(presentChanged(await trunks.update(id, change, choice)))
    },
  )

  addDeletion(app, '/api/trunk/delete', trunks.remove, {
    id: 'deleteTrunk',
    tag,
    summary: 'Delete a trunk',
    needs: 'administer',
    bound: 'all',
    errors: [404, 405, 409],
  })

  const presentChanged = ({ trunk, warnings }: ChangedTrunk) => ({ ...present(trunk), warnings })

  function present(stored: StoredTrunk) {
    const { password, createTime, updateTime, inboundFlows, ...trunk } = stored
    return {
      ...trunk,
      inbound: inboundOf(stored),
      kind: trunk.kind ?? 'sip',
      codecs: [...trunk.codecs],
      nodes: [...trunk.nodes],
      prefixRules: [...trunk.prefixRules],
      callerIds: [...trunk.callerIds],
      prices: [...trunk.prices],
      hasPassword: password !== null,
      createTime: timestamps.format(createTime),
      updateTime: timestamps.format(updateTime),
    }
  }
}
