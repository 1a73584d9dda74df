// What was stored by earlier versions: the settings of tasks keep what they were, and custom fields keep their texts.
import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS, readSettings, type StoredSettings } from '../src/campaigns/tasks/task-settings.ts'
import { createOldDatabase } from './support/old-database.ts'

const FIRST_WITH_SETTINGS = '0034'
const FIRST_WITH_TIMES = '0049'
const CALENDARS = ['01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e', '00000000-0000-7000-8000-000000000001']
const LIST = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4f'
const FLOW = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d50'
const RETRY_RULES = { busy: { delay: 300, count: 2 }, lost: {}, voicemail: { count: 0 } }

it('settings of stored tasks become one value, without a change', async () => {
  const database = await createOldDatabase(FIRST_WITH_SETTINGS)
  await database.rows(
    `with list as (
       insert into data_source (id, name, description, create_time, update_time)
       values (gen_random_uuid(), 'list', '', now(), now()) returning id
     )
     insert into task (id, name, description, data_source_id, list_mode, priority, max_dial_count, call_interval_seconds,
       daily_start, daily_end, create_time, update_time, window_zone, weekdays, calendar_ids, do_not_call_list_ids, start_at, end_at,
       retry_rules, flow_id, success_when, max_agents)
     select gen_random_uuid(), 'all', 'of them', id, 'live', 5, 10, 86400, '22:05'::time, '00:00'::time, now(), now(), 'recipient',
       '{1,7}'::smallint[], $1::uuid[], array[$2::uuid], '2026-10-25T00:30:00Z'::timestamptz, '2999-12-31T23:59:59Z'::timestamptz,
       $3::jsonb, $4::uuid, 'digits.confirm == "1"', 10000
     from list
     union all
     select gen_random_uuid(), 'none', '', id, 'snapshot', 3, 3, 60, null, null, now(), now(), 'service', null, '{}', '{}', null, null, '{}',
       null, 'answered', null
     from list`,
    [CALENDARS, LIST, JSON.stringify(RETRY_RULES), FLOW],
  )
  await database.migrate()

  const [all, none] = await database.rows<{ settings: StoredSettings }>('select * from task order by name')
  expect(all?.settings).toEqual({
    priority: 5,
    maxDialCount: 10,
    callInterval: 86_400,
    dailyStartTime: '22:05',
    dailyEndTime: '00:00',
    listMode: 'live',
    windowZone: 'recipient',
    weekdays: [1, 7],
    calendarIds: CALENDARS,
    doNotCallListIds: [LIST],
    scheduledStartTime: new Date('2026-10-25T00:30:00Z').toISOString(),
    scheduledEndTime: new Date('2999-12-31T23:59:59Z').toISOString(),
    retryRules: RETRY_RULES,
    successWhen: 'digits.confirm == "1"',
    maxAgents: 10_000,
  })
  expect(all).toMatchObject({
    name: 'all',
    description: 'of them',
    flow_id: FLOW,
    // What statements filter by, sort by, or read for each call.
    priority: 5,
    max_dial_count: 10,
    call_interval_seconds: 86_400,
    retry_rules: RETRY_RULES,
    list_mode: 'live',
    window_zone: 'recipient',
    do_not_call_list_ids: [LIST],
    end_at: new Date('2999-12-31T23:59:59Z'),
  })
  expect(readSettings(none?.settings ?? {})).toEqual(DEFAULT_SETTINGS)
  expect(none).toMatchObject({ flow_id: null, do_not_call_list_ids: [], end_at: null })
})

it('custom fields that have the names of times now keep their texts under another name', async () => {
  const database = await createOldDatabase(FIRST_WITH_TIMES)
  await database.rows(
    `with list as (
       insert into data_source (id, name, description, create_time, update_time, field_names, name_field)
       select gen_random_uuid(), name, '', now(), now(), names, names[1]
       from (values ('old', array['callTime', 'city', 'callUntil']), ('other', array['city'])) as given (name, names)
       returning id, name
     )
     insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
     select gen_random_uuid(), id, n, '100' || n, '100' || n, fields::jsonb, now(), now()
     from list join (values
       ('old', 1, '{"callTime": "in the morning", "city": "Berlin"}'), ('old', 2, '{"city": "Bonn"}'), ('other', 3, '{"city": "Ulm"}')
     ) as given (name, n, fields) using (name)`,
  )
  await database.migrate()
  expect(await database.rows('select name, field_names, name_field from data_source order by name')).toEqual([
    { name: 'old', field_names: ['callTimeText', 'city', 'callUntilText'], name_field: 'callTimeText' },
    { name: 'other', field_names: ['city'], name_field: 'city' },
  ])
  const contacts = await database.rows<{ fields: object }>('select fields from contact order by position')
  expect(contacts.map(({ fields }) => fields)).toEqual([
    { callTimeText: 'in the morning', city: 'Berlin' },
    { city: 'Bonn' },
    { city: 'Ulm' },
  ])
})
