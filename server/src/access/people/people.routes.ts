import { Type } from 'typebox'
import {
  type Api,
  Id,
  IdBody,
  oneOf,
  operation,
  optional,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ListedPersonRow } from './people.queries.ts'
import { InvitedPerson, NewPerson, PersonSchema, PersonUpdate, presentPerson } from './people.schema.ts'
import type { People, Rights } from './people.service.ts'

const administers = { tag: 'People', needs: 'administer', bound: 'all' } as const

export function addPeopleRoutes(app: Api, people: People, timestamps: Timestamps): void {
  for (const schema of [PersonSchema, NewPerson, PersonUpdate, InvitedPerson]) app.addSchema(schema)
  const present = (row: ListedPersonRow) => presentPerson(row, timestamps)

  app.get(
    '/api/person/list',
    operation({
      ...administers,
      id: 'listPeople',
      summary: 'List people, by name',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(PersonSchema)) }),
    }),
    async () => {
      const rows = (await people.list()).map(present)
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/person/invite',
    operation({
      ...administers,
      id: 'invitePerson',
      summary: 'Invite a person',
      description:
        'Whoever has the link chooses the password, once, within 7 days. The link is only in this answer: hand it over yourself.',
      body: ref(NewPerson),
      data: ref(InvitedPerson),
      errors: [409],
    }),
    async (request) => {
      const { person, secret } = await people.invite(rightsIn(request.body))
      return success({ ...present(person), token: secret })
    },
  )

  app.post(
    '/api/person/update',
    operation({
      ...administers,
      id: 'updatePerson',
      summary: 'Change the name or the rights of a person',
      description:
        'Takes effect at once, also for sessions, streams and tokens of the person. The last administrator with a password stays one: 409. The rights of a ' +
        'person who signs in through the provider come from there: 405; the name can be changed.',
      body: ref(PersonUpdate),
      data: ref(PersonSchema),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, ...rights } = request.body
      return success(present(await people.update(id, rightsIn(rights))))
    },
  )

  app.post(
    '/api/person/disable',
    operation({
      ...administers,
      id: 'disablePerson',
      summary: 'Disable a person: all sessions end',
      description:
        'A person who has access tokens is disabled only if `tokens` says what becomes of them: otherwise 409, with `person_has_tokens` and how many there ' +
        'are. The last administrator with a password cannot be disabled: 409. What the person has done stays on record.',
      body: Type.Object(
        {
          id: Id,
          tokens: optional(
            oneOf(['end', 'handOver'], {
              description: 'End the tokens, or hand them over to the service, with the same data sources.',
            }),
          ),
        },
        { examples: [{ id: '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e', tokens: 'end' }] },
      ),
      data: ref(PersonSchema),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, tokens } = request.body
      return success(present(await people.disable(id, tokens ?? undefined)))
    },
  )

  app.post(
    '/api/person/enable',
    operation({
      ...administers,
      id: 'enablePerson',
      summary: 'Let a disabled person sign in again',
      body: IdBody,
      data: ref(PersonSchema),
      errors: [404],
    }),
    async (request) => success(present(await people.enable(request.body.id))),
  )

  app.post(
    '/api/person/reset',
    operation({
      ...administers,
      id: 'resetPerson',
      summary: 'Make a link with which a person chooses a new password',
      description:
        'Good once, within 7 days; it ends the link before. The password before is good until then. Choosing a new one ends all sessions.',
      body: IdBody,
      data: ref(InvitedPerson),
      errors: [404, 405],
    }),
    async (request) => {
      const { person, secret } = await people.reset(request.body.id)
      return success({ ...present(person), token: secret })
    },
  )
}

function rightsIn({
  name,
  role,
  permissions,
  dataSourceIds,
}: Omit<Rights, 'extras'> & { permissions?: Rights['extras'] }): Rights {
  return { name, role, extras: permissions, dataSourceIds }
}
