// Whose things an operation is about. A token may be bound to some data sources: then what belongs to another one does not exist for it, and
// operations about everything are refused. It is decided here, before the handler; only lists filter for themselves.
import type { FastifyRequest } from 'fastify'
import type { Owned } from '../../kernel/access/permissions.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Api } from '../schemas/route-schema.ts'

interface OwnedKind {
  /** As errors name it. */
  what: string
  /** The data source of the thing with this id, null if it belongs to none; undefined: there is no such thing. */
  findDataSource(id: string): Promise<{ data_source_id: string | null } | undefined>
}

export type OwnedKinds = Record<Owned, OwnedKind>

/** Must be called before routes are added, and after authentication. */
export function addBounds(app: Api, kinds: OwnedKinds): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.needs && !config.bound) throw new Error(`${method} ${url} does not say how it is bound`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const isAboutAll = request.routeOptions.config.bound === 'all'
    done(isAboutAll && boundTo(request) ? new Forbidden({ fault: 'bound_to_data_sources' }) : undefined)
  })
  app.addHook('preHandler', async (request) => {
    const { bound = 'none' } = request.routeOptions.config
    if (!boundTo(request) || bound === 'none' || bound === 'filtered' || bound === 'all') return
    const id = idOf(request)
    const { what, findDataSource } = kinds[bound]
    const found = isId(id) ? await findDataSource(id) : undefined
    // What there is not, the handler says in its own way.
    if (found && !isWithin(request, found.data_source_id)) throw new NotFound(what, id)
  })
}

function idOf({ params, body }: FastifyRequest): string {
  const { id } = { ...(body as { id?: string } | undefined), ...(params as { id?: string }) }
  return id ?? ''
}

/** Null: whoever asks is not bound. */
export function boundTo(request: FastifyRequest): readonly string[] | null {
  return request.principal?.dataSourceIds ?? null
}

/** Whether the data source exists for whoever asks. */
export function isWithin(request: FastifyRequest, dataSourceId: string | null): boolean {
  const own = boundTo(request)
  return own === null || (dataSourceId !== null && own.includes(dataSourceId))
}
