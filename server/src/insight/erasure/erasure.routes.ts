import { Type } from 'typebox'
import { givenPhoneNumber } from '../../lists/contacts/contacts.schema.ts'
import {
  type Api,
  Id,
  IdParams,
  named,
  oneOf,
  operation,
  orNull,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ErasureRow } from './erasure.queries.ts'
import type { Erasures } from './erasure.service.ts'

const Erasure = named(
  'Erasure',
  Type.Object({
    id: Id,
    state: oneOf(['running', 'waiting', 'done']),
    waitsFor: orNull(
      oneOf(['calls', 'imports', 'recordings'], {
        description:
          'A live call to the number, files that are imported or wait for it, or recordings whose files are not removed yet; null: nothing.',
      }),
    ),
    createTime: Timestamp,
    endTime: { ...TimestampOrNull, description: 'When all was gone; null: not yet.' },
    counts: Type.Object(
      {},
      {
        additionalProperties: { type: 'integer' },
        description:
          'How many of each are gone: `contacts`, `calls` (their number and what was said), `denials`, `singleCalls`, `doNotCall` entries, `recordings`, and ' +
          '`texts`, rows with the number in a text. `doNotCallKept`: entries that stay as a keyed hash.',
        examples: [{ contacts: 2, calls: 7, doNotCallKept: 1 }],
      },
    ),
    backupsUntil: {
      ...TimestampOrNull,
      description:
        'From then on no nightly backup of the node that finished it contains the number; null: it makes none. Copies made otherwise contain it until you delete them.',
    },
  }),
)

const ErasureRequest = named(
  'ErasureRequest',
  Type.Object({ phoneNumber: givenPhoneNumber }, { examples: [{ phoneNumber: '+4915112345678' }] }),
)

export function addErasureRoutes(app: Api, erasures: Erasures, timestamps: Timestamps): void {
  for (const schema of [Erasure, ErasureRequest]) app.addSchema(schema)
  const tag = 'Service'
  const shared = { tag, needs: 'administer', bound: 'all' } as const

  app.post(
    '/api/erasure',
    operation({
      ...{ id: 'erasePerson', summary: 'Erase a person by number, everywhere', ...shared },
      description:
        'Contacts of all data sources with this number, calls, recordings, transcripts, decisions, texts that contain it: all goes, in steps, and cannot be brought back. Sums stay. ' +
        'On do-not-call lists the number stays as a keyed hash, so that it is not called again. Live calls to it are waited for. The answer is read again with its id; done, it is the certificate.',
      proof: 'recent',
      body: ref(ErasureRequest),
      data: ref(Erasure),
      errors: [409],
    }),
    async (request) => success(present(await erasures.add(request.body.phoneNumber))),
  )

  app.get(
    '/api/erasure/list',
    operation({
      ...{ id: 'listErasures', summary: 'List the certificates of erased people, newest first', ...shared },
      data: Type.Array(ref(Erasure)),
    }),
    async () => success((await erasures.list()).map(present)),
  )

  app.get(
    '/api/erasure/:id',
    operation({
      ...{ id: 'getErasure', summary: 'Read how far an erasure is, or its certificate', ...shared },
      ...{ params: IdParams, data: ref(Erasure), errors: [404] },
    }),
    async (request) => success(present(await erasures.find(request.params.id))),
  )

  function present(row: ErasureRow) {
    const state = row.end_time
      ? ('done' as const)
      : row.waits_for
        ? ('waiting' as const)
        : ('running' as const)
    return {
      ...{ id: row.id, state, waitsFor: row.waits_for, counts: row.counts },
      createTime: timestamps.format(row.create_time),
      endTime: timestamps.formatOrNull(row.end_time),
      backupsUntil: timestamps.formatOrNull(row.backups_until),
    }
  }
}
