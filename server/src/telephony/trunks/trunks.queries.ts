import type { Flow } from '../../conversations/flows/flow.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { sealedColumn } from '../../platform/storage/sealed-column.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { TrunkKind } from './trunk.ts'
import type { TrunkSettings } from './trunk-settings.ts'

export interface TrunkRow {
  id: string
  name: string
  /** Without settings that came later. */
  settings: Partial<TrunkSettings> &
    Pick<TrunkSettings, 'host'> & {
      kind?: TrunkKind
      /** Without its password now, it was restored from a backup without secrets. */
      hadPassword?: boolean
    }
  /** Sealed. */
  password: string | null
  /** For people who call back. */
  flow: Flow | null
  unknown_flow: Flow | null
  /** The name of the node that registers it. */
  registrar: string | null
  create_time: Date
  update_time: Date
}

export const trunkPassword = sealedColumn('trunk', 'password')

const flow = (name: 'flowId' | 'unknownFlowId') =>
  `(select document from call_flow where id = (settings #>> '{inbound,${name}}')::uuid)`

const columns = `id, name, settings, password, create_time, update_time, ${flow('flowId')} as flow, ${flow('unknownFlowId')} as unknown_flow,
  (select n.name from dialer_node n where n.id = trunk.registrar) as registrar`

/** Which way a call has taken, in the statements of others that show calls. */
export interface CallRouteRow {
  trunk_id: string | null
  trunk_name: string | null
  caller_id: string | null
}

/** The name of the trunk with this id, or null. */
export const trunkNameOf = (id: string) => `(select trunk.name from trunk where trunk.id = ${id})`

const IS_PRICED = `t.settings ->> 'currency' is not null`

/** SQL: the price of a minute by the trunk `t` to a number, by the longest prefix and of equal ones the first, as \`priceFor\` has it; no row without one. */
const priceTo = (phoneKey: string) => `(
    select (given ->> 'price')::numeric as price from jsonb_array_elements(t.settings -> 'prices') with ordinality as prices (given, place)
    where starts_with(${phoneKey}, given ->> 'prefix') order by length(given ->> 'prefix') desc, place limit 1
  ) priced`

/** SQL: for how long the trunk `t` charges. */
const billedSeconds = (talkMs: string) => {
  const setting = (name: string) => `coalesce((t.settings #>> '{billing,${name}}')::numeric, 1)`
  const [first, step] = [setting('firstSeconds'), setting('stepSeconds')]
  return `(${first} + ceil(greatest(${talkMs} / 1000.0 - ${first}, 0) / ${step}) * ${step})`
}

export interface LineCost {
  amount: number
  currency: string
}

/** SQL: what the line of a call costs by the prices of today, as a LineCost; null if that is not known. `call`: a row of the table. */
export const lineCostOf = (call: string) => `(
    select jsonb_build_object('amount', round(price * ${billedSeconds(`${call}.talk_ms`)} / 60, 6), 'currency', t.settings ->> 'currency')
    from trunk t cross join lateral ${priceTo(`${call}.phone_key`)} where t.id = ${call}.trunk_id and ${IS_PRICED}
  )`

/**
 * SQL: the sums of what lines cost, by task and currency. The price is looked up once for all numbers that begin alike. `calls`: from a table
 * `c` of calls that were answered on a trunk.
 */
export const sumLineCosts = (
  calls: string,
) => `select task_id, t.settings ->> 'currency' as currency, sum(calls)::int as calls,
     sum(price * seconds / 60)::float8 as amount
   from (
     select c.task_id, c.trunk_id, left(c.phone_key, t.digits) as beginning, count(*) as calls, sum(${billedSeconds('c.talk_ms')}) as seconds
     from (
       select id, settings, (
         select max(length(given ->> 'prefix')) from jsonb_array_elements(settings -> 'prices') as prices (given)
       ) as digits
       from trunk t where ${IS_PRICED}
     ) t join ${calls} c on c.trunk_id = t.id
     group by 1, 2, 3
   ) alike join trunk t on t.id = alike.trunk_id cross join lateral ${priceTo('alike.beginning')}
   group by 1, 2 order by 2`

/** Every node is notified when the change is committed. */
const notify = `pg_notify('trunk_changed', id::text)`

export const listTrunks = sql<TrunkRow, []>(
  'list_trunks',
  `select ${columns} from trunk order by coalesce((settings ->> 'priority')::integer, 1), create_time, id`,
)

export const findTrunk = sql<TrunkRow, [id: string]>(
  'find_trunk',
  `select ${columns} from trunk where id = $1`,
)

export const lockTrunk = sql<TrunkRow, [id: string]>(
  'lock_trunk',
  `select ${columns} from trunk where id = $1 for update`,
)

/** SQL: trunks that need their password again, because they were restored without it. */
export const TRUNKS_WITHOUT_PASSWORD = `select id, name from trunk
  where password is null and ((settings ->> 'hadPassword')::boolean is true or (settings ->> 'registers')::boolean is true)`

/** When calls are simulated: always (GATEWAY=simulator), never (it names another gateway), or while no trunk is enabled. */
export type Simulation = 'always' | 'never' | 'withoutTrunks'

/** Without GATEWAY, the trunk that it once was takes no calls. */
const HAS_TRUNK = `exists (
    select from trunk where coalesce((settings ->> 'isEnabled')::boolean, true) and coalesce(settings ->> 'kind', 'sip') = 'sip'
  )`

/** SQL: whether calls are simulated now. `simulation`: a Simulation. */
export const simulatedNow = (simulation: string) =>
  `case ${simulation}::text when 'always' then true when 'never' then false else not ${HAS_TRUNK} end`

export const areCallsSimulated = async (db: Queryable, simulation: Simulation): Promise<boolean> =>
  (await readSimulated.first(db, [simulation]))?.is_simulated ?? false

export const readSimulated = sql<{ is_simulated: boolean }, [simulation: Simulation]>(
  'read_simulated',
  `select ${simulatedNow('$1')} as is_simulated`,
)

/** Until the transaction ends, no trunk is added or enabled: whether calls are simulated stays as it is. */
export const holdSimulation = sql<never, []>('hold_simulation', 'lock table trunk in row exclusive mode')

/** One addition at a time, so that the limit holds. */
export const lockTrunks = sql<never, []>('lock_trunks', 'lock table trunk in share row exclusive mode')

export const countTrunks = sql<{ total: number }, []>('count_trunks', 'select count(*) as total from trunk')

type Values = [id: string, name: string, settings: string, password: string | null, now: Date]

export const insertTrunk = sql<TrunkRow, Values>(
  'insert_trunk',
  `insert into trunk (id, name, settings, password, create_time, update_time) values ($1, $2, $3, $4, $5, $5)
   returning ${columns}, ${notify}`,
)

export const updateTrunk = sql<TrunkRow, Values>(
  'update_trunk',
  `update trunk set name = $2, settings = $3, password = $4, update_time = $5 where id = $1
   returning ${columns}, ${notify}`,
)

export const deleteTrunk = sql<never, [id: string]>(
  'delete_trunk',
  `delete from trunk where id = $1 returning ${notify}`,
)

/**
 * The trunks of $2 that node $1 registers, with those that it takes now if $3: no node that is alive has them. Of several nodes that see this at
 * the same time the first gets the trunk: for the others its registrar is not the one that they saw.
 */
export const claimRegistrations = sql<{ id: string }, [nodeId: string, ids: string[], mayTake: boolean]>(
  'claim_registrations',
  `with free as (
     select id, registrar from trunk t
     where $3 and id = any($2::uuid[]) and not exists (select from dialer_node n where n.id = t.registrar)
   ), taken as (
     update trunk t set registrar = $1 from free
     where t.id = free.id and t.registrar is not distinct from free.registrar
     returning t.id, pg_notify('trunk_changed', t.id::text)
   )
   select id from taken union select id from trunk where registrar = $1 and id = any($2::uuid[])`,
)

/** All but $2. */
export const releaseRegistrations = sql<never, [nodeId: string, keptIds: string[]]>(
  'release_registrations',
  `update trunk set registrar = null where registrar = $1 and id <> all($2::uuid[]) returning ${notify}`,
)

/** Those that exist. They cannot be deleted before the transaction ends. */
export const holdTrunks = sql<{ id: string }, [ids: string[]]>(
  'hold_trunks',
  'select id from trunk where id = any($1::uuid[]) order by id for key share',
)

/**
 * The trunks whose callers hear an audio or are put on a list: $1 is its id. Or that say exactly the text $2, which may be null.
 */
export const findTrunksNaming = sql<{ name: string }, [id: string, text: string | null]>(
  'find_trunks_naming',
  `select name from trunk t where exists (
     select from call_flow f
     where f.id in ((t.settings #>> '{inbound,flowId}')::uuid, (t.settings #>> '{inbound,unknownFlowId}')::uuid)
       and jsonb_path_exists(
         f.document,
         '$.steps[*] ? (@.listId == $id || @.audioId == $id || @.text == $text || @.retryText == $text || @.failText == $text)',
         jsonb_build_object('id', $1::text, 'text', coalesce($2::text, $1::text))
       )
   ) order by name`,
)
