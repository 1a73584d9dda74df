// What the console shows to everyone who uses the service. Nothing here changes what the API does.
import { Type } from 'typebox'
import {
  type Api,
  named,
  operation,
  optional,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { changeConsoleSettings, readConsoleSettings } from './console-settings.service.ts'

const protectNewTasks = Type.Boolean({
  description:
    "Whether the console's form of a new task starts with calls from 9:00 to 20:00 on the clock of the called person and an hour " +
    'between attempts. The defaults of the API stay as they are.',
})
const offerProtections = Type.Boolean({
  description: 'Whether the overview of the console offers protections of called people that are not set.',
})

const ConsoleSettings = named('ConsoleSettings', Type.Object({ protectNewTasks, offerProtections }))
const ConsoleSettingsChange = named(
  'ConsoleSettingsChange',
  Type.Object(
    { protectNewTasks: optional(protectNewTasks), offerProtections: optional(offerProtections) },
    { examples: [{ offerProtections: false }] },
  ),
)

export function addConsoleSettingRoutes(app: Api, { db, clock }: { db: Database; clock: Clock }): void {
  for (const schema of [ConsoleSettings, ConsoleSettingsChange]) app.addSchema(schema)

  app.get(
    '/api/console/settings',
    operation({
      id: 'getConsoleSettings',
      tag: 'Service',
      summary: 'Read the settings of the console',
      needs: 'see',
      bound: 'none',
      data: ref(ConsoleSettings),
    }),
    async () => success(await readConsoleSettings(db)),
  )

  app.post(
    '/api/console/settings',
    operation({
      id: 'changeConsoleSettings',
      tag: 'Service',
      summary: 'Change the settings of the console, for everyone',
      description: 'Only the given fields are changed.',
      needs: 'operate',
      bound: 'all',
      body: ref(ConsoleSettingsChange),
      data: ref(ConsoleSettings),
    }),
    async ({ body }) => success(await changeConsoleSettings({ db, clock }, body)),
  )
}
