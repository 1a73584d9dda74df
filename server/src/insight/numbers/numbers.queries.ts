// Everything that is known about one number, newest first: calls, decisions against calls, and do-not-call entries. Each source
// is read through its index by number and time, as far as the page reaches, so a number costs the same among ten calls and
// among ten million. It is read for both spellings of a number: with its country code, and without a country.

import { type LimitsUsedRow, limitsUsed } from '../../campaigns/permission/rules.queries.ts'
import type { CallResult } from '../../conversations/flows/call-result.ts'
import { IS_INBOUND, IS_UNCALLED } from '../../platform/kernel/call-direction.ts'
import { HAS_TASK, IS_WITHOUT_TASK, TASK_ID } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { NumberEventKind } from '../../platform/words/calls.ts'
import { type CallRouteRow, trunkNameOf } from '../../telephony/trunks/trunks.queries.ts'

export interface NumberEventRow extends CallRouteRow {
  id: string
  time: Date
  kind: NumberEventKind
  phone_number: string
  task_id: string | null
  task_name: string | null
  contact_id: string | null
  display_name: string | null
  outcome: number | null
  cause: string | null
  end_time: Date | null
  talk_ms: number | null
  result: CallResult | null
  reason: string | null
  until: Date | null
  detail: Record<string, unknown> | null
  list_id: string | null
  list_name: string | null
  note: string | null
  actor: string
  /** What a call without a task was for. */
  purpose: 'call' | 'test' | 'audio' | 'inbound' | null
  /** Only the digits are the same: one of both numbers names no country. */
  is_other_spelling: boolean
}

/** The row's id begins with its time in microseconds, so ids sort like times. A live call keeps its id when it ends. */
const eventId = (time: string, rest: string) =>
  `((extract(epoch from ${time}) * 1000000)::bigint || '-' || ${rest}) collate "C"`

interface Source {
  from: string
  time: string
  id: string
  columns: string
  where: string
}

const noCall = 'null::smallint, null, null::timestamptz, null::integer, null::jsonb'
const noDenial = 'null, null::timestamptz, null::jsonb'
const noEntry = 'null::uuid, null'
const noRoute = 'null::uuid, null'

/** A call without a task has its own id in place of a contact's. One from outside names whom we had called at the number, in which task. */
const ofTask = (call: string) =>
  `coalesce(${TASK_ID(call)}, case when ${IS_INBOUND(call)} then (${call}.request ->> 'taskId')::uuid end),
   case when ${HAS_TASK(call)} then ${call}.contact_id
     when ${IS_INBOUND(call)} then (${call}.request ->> 'contactId')::uuid end`
/** Somebody asked for it if it has no task. */
const askedBy = (call: string) =>
  `coalesce(${call}.request ->> 'actor', 'dialer'), ${call}.request ->> 'purpose'`

/** $1: the number as it is compared. */
const SPELLINGS = ['$1', '(same_number($1))[2]']

const callSources: Source[] = SPELLINGS.flatMap((spelling) => [
  {
    from: 'call c',
    time: 'c.start_time',
    id: eventId('c.start_time', "'call-' || c.id"),
    columns: `'call' as kind, c.phone_number, ${ofTask('c')}, c.outcome, c.cause, c.end_time, c.talk_ms, c.result,
      ${noDenial}, ${noEntry}, ${askedBy('c')}, c.trunk_id, c.caller_id, c.phone_key <> $1`,
    where: `c.phone_key = ${spelling} and not ${IS_UNCALLED('c')}`,
  },
  {
    from: 'live_call l',
    time: 'l.start_time',
    id: eventId('l.start_time', "'call-' || l.id"),
    columns: `'live_call', l.phone_number, ${ofTask('l')}, ${noCall}, ${noDenial}, ${noEntry}, ${askedBy('l')},
      l.trunk_id, l.caller_id, l.phone_key <> $1`,
    where: `l.phone_key = ${spelling}`,
  },
  {
    from: 'denial d',
    time: 'd.at',
    id: eventId('d.at', "'denial-' || d.task_id || '-' || d.contact_id"),
    columns: `'denial', d.phone_number, ${TASK_ID('d')}, case when not ${IS_WITHOUT_TASK('d')} then d.contact_id end, ${noCall}, d.reason, d.until, d.detail, ${noEntry}, 'dialer', null,
      ${noRoute}, d.phone_key <> $1`,
    where: `d.phone_key = ${spelling}`,
  },
])

/**
 * The entries that the number has or had. An entry replaces one that ended at the moment at which it began. A number has few of
 * them, whatever the size of the lists.
 */
const ENTRIES = `entry as materialized (
    select * from do_not_call_entry where phone_key = any(same_number($1)) and remove_time is null
    union all
    select * from do_not_call_entry where phone_key = any(same_number($1)) and remove_time is not null
  )`

const entryColumns = (kind: string, actor: string) =>
  `${kind}, e.phone_number, null::uuid, null::uuid, ${noCall}, null, e.expire_time, null::jsonb, e.list_id, e.note, ${actor}, null, ${noRoute},
   e.phone_key <> $1`

/** A list may have both spellings, and both from one moment on. */
const entryId = (time: string, what: string) =>
  eventId(time, `'${what}-' || e.list_id || case when e.phone_key <> $1 then '-d' else '' end`)

/** $2: now. */
const entrySources: Source[] = [
  {
    from: 'entry e',
    time: 'e.create_time',
    id: entryId('e.create_time', 'add'),
    columns: entryColumns(
      `case when exists (
        select from entry old where old.list_id = e.list_id and old.phone_key = e.phone_key and old.remove_time = e.create_time
      ) then 'do_not_call_replaced' else 'do_not_call_added' end`,
      'e.actor',
    ),
    where: 'true',
  },
  {
    from: 'entry e',
    time: 'e.expire_time',
    id: entryId('e.expire_time', 'expire'),
    columns: entryColumns("'do_not_call_expired'", "'service'"),
    where: 'e.expire_time <= $2 and (e.remove_time is null or e.expire_time < e.remove_time)',
  },
  {
    from: 'entry e',
    time: 'e.remove_time',
    id: entryId('e.remove_time', 'remove'),
    columns: entryColumns("'do_not_call_removed'", 'e.remove_actor'),
    where: `e.remove_time is not null and not exists (
      select from entry next where next.list_id = e.list_id and next.phone_key = e.phone_key and next.create_time = e.remove_time
    )`,
  },
]

const consentColumns = (kind: string, actor: string, note: string) =>
  `${kind}, o.phone_number, null::uuid, null::uuid, ${noCall}, null, o.expire_time,
   jsonb_build_object('purpose', o.purpose, 'wording', o.wording, 'givenTime', o.given_time, 'source', o.source, 'proof', o.proof), null::uuid, ${note},
   ${actor}, null, ${noRoute}, o.phone_key <> $1`

const consentSources: Source[] = [
  {
    from: 'consent o',
    time: 'o.create_time',
    id: eventId('o.create_time', "'consent-' || o.id"),
    columns: consentColumns("'consent_given'", 'o.actor', 'o.purpose'),
    where: 'o.phone_key = any(same_number($1))',
  },
  {
    from: 'consent o',
    time: 'o.withdraw_time',
    id: eventId('o.withdraw_time', "'withdrawal-' || o.id"),
    columns: consentColumns(
      "'consent_withdrawn'",
      'o.withdraw_actor',
      "concat_ws(': ', o.purpose, nullif(o.withdraw_note, ''))",
    ),
    where: 'o.phone_key = any(same_number($1)) and o.withdraw_time is not null',
  },
]

const noteSources: Source[] = [
  {
    from: 'number_note w',
    time: 'w.create_time',
    id: eventId('w.create_time', "'note-' || w.id"),
    columns: `'note', w.phone_number, null::uuid, null::uuid, ${noCall}, ${noDenial}, null::uuid, w.note, w.actor, null, ${noRoute},
      w.phone_key <> $1`,
    where: 'w.phone_key = any(same_number($1))',
  },
]

const sources = [...callSources, ...entrySources, ...consentSources, ...noteSources]

/** Microseconds since 1970, exactly. */
const CURSOR_TIME = "('epoch'::timestamptz + $3::bigint * interval '1 microsecond')"

function eventsWhere(condition: (source: Source) => string, limit = ''): string {
  return sources
    .map(
      (source) =>
        `(select ${source.time} as time, ${source.id} as id, ${source.columns}
          from ${source.from} where ${source.where} and ${condition(source)} ${limit})`,
    )
    .join(' union all ')
}

const EVENT_COLUMNS =
  'time, id, kind, phone_number, task_id, contact_id, outcome, cause, end_time, talk_ms, result, reason, until, detail, list_id, note, actor, purpose, trunk_id, caller_id, is_other_spelling'

/** $3, $4: time and id of the row after which the page begins, or nulls; $5, $6: rows to skip and to take. */
export const listNumberEvents = sql<NumberEventRow>(
  'list_number_events',
  `with ${ENTRIES}, page as (
     select * from (
       ${eventsWhere(
         ({ time, id }) =>
           `${time} <= coalesce(${CURSOR_TIME}, 'infinity') and ($3::bigint is null or ${time} < ${CURSOR_TIME} or ${id} < $4)`,
         'order by 1 desc, 2 desc limit $5::bigint + $6::bigint',
       )}
     ) as event (${EVENT_COLUMNS})
     order by time desc, id desc offset $5 limit $6
   ), named as materialized (
     -- A number has few contacts, and each may have many calls.
     select contact_id, (select name from display_name_of(contact_id)) as name
     from (select distinct contact_id from page where contact_id is not null) known
   )
   select page.*, named.name as display_name, t.name as task_name, l.name as list_name,
     ${trunkNameOf('page.trunk_id')} as trunk_name
   from page left join task t on t.id = page.task_id left join do_not_call_list l on l.id = page.list_id
     left join named using (contact_id)
   order by page.time desc, page.id desc`,
)

export const findNumberEvent = sql<{ id: string }>(
  'find_number_event',
  `with ${ENTRIES}
   select id from (
     ${eventsWhere(({ time, id }) => `${time} = ${CURSOR_TIME} and ${id} = $4`)}
   ) as event (${EVENT_COLUMNS})`,
)

export const countNumberEvents = sql<{ total: number }>(
  'count_number_events',
  `with ${ENTRIES}
   select (${sources.map((source) => `(select count(*) from ${source.from} where ${source.where})`).join(' + ')})::bigint
     as total`,
)

const attemptsWithin = (interval: string) =>
  `(select count(*) from call c where phone_key = any(same_number($1)) and start_time > $2::timestamptz - ${interval} and not ${IS_INBOUND('c')} and not ${IS_UNCALLED('c')})
   + (select count(*) from live_call l where phone_key = any(same_number($1)) and not ${IS_INBOUND('l')})`

export interface AttemptsRow extends LimitsUsedRow {
  last_day: number
  last_month: number
  /** Attempts in each window. */
  used: number[]
}

/** A live call is an attempt. $2: now; $3-$5: the limits of the service. */
export const countAttempts = sql<AttemptsRow>(
  'count_attempts',
  `select ${attemptsWithin("interval '24 hours'")} as last_day, ${attemptsWithin("interval '720 hours'")} as last_month,
     array(
       select ${attemptsWithin('make_interval(hours => 24 * given.days)')} from unnest($4::int[]) with ordinality as given (days, place) order by place
     ) as used,
     ${limitsUsed('$1', '$2', '$3::int[]', '$4::int[]', '$5::int')}`,
)
