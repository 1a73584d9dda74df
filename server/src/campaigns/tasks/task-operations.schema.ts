// What callers send to operate a task, and the answers.
import { Type } from 'typebox'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  ref,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { DIAL_CAUSES } from './contacts/dial-causes.ts'
import { PUBLISH_WARNINGS } from './publish-warnings.ts'
import { RECALLED_OUTCOMES } from './recall/recall.ts'
import { taskStatus } from './task-fields.schema.ts'
import { pausedSettingInputs, SettingChanges, settingSchemas } from './task-settings.schema.ts'
import { allowedFrom, TaskStatus } from './task-state.ts'

export const RescheduleRequest = named(
  'RescheduleRequest',
  Type.Object(
    { id: Id, ...pausedSettingInputs },
    {
      description: 'At least one setting is required.',
      examples: [{ id: EXAMPLE_ID, dailyEndTime: '20:00', callInterval: 7200 }],
    },
  ),
)

export const StartRequest = named(
  'StartRequest',
  Type.Object(
    {
      id: Id,
      isSimulated: optional(
        Type.Boolean({
          description:
            'Where its calls go: true is the simulator, which rings no phone, false the trunks. Without it, a task that is published goes where calls ' +
            'go then, and one that is resumed goes on where it was.',
        }),
      ),
    },
    { examples: [{ id: EXAMPLE_ID }] },
  ),
)

export const StopRequest = named(
  'StopRequest',
  Type.Object(
    {
      id: Id,
      reason: optional(
        text({ maxLength: 1000, description: 'Stored with the task and in its audit trail.' }),
      ),
    },
    { examples: [{ id: EXAMPLE_ID, reason: 'The offer has ended' }] },
  ),
)

export const RescheduledTask = named(
  'RescheduledTask',
  Type.Object({
    id: Id,
    taskName: Type.String(),
    updateTime: Timestamp,
    changes: { ...SettingChanges, description: 'The settings that changed.' },
  }),
)

/** Carries the table of task-state.ts, so that the client has it too. */
export const TaskStatusCode = named('TaskStatus', {
  ...taskStatus,
  'x-names': TaskStatus,
  'x-allowed-from': allowedFrom,
})

export const TaskState = named('TaskState', Type.Object({ id: Id, status: ref(TaskStatusCode) }))

export const PublishedTask = named(
  'PublishedTask',
  Type.Object({
    id: Id,
    status: taskStatus,
    startTime: Timestamp,
    warnings: Type.Optional(
      Type.Array(
        Type.Object({
          code: oneOf([...PUBLISH_WARNINGS]),
          message: Type.String({ description: 'The same in a sentence.' }),
          contacts: Type.Optional(
            Type.Integer({ description: 'How many contacts it is about, up to 1000.' }),
          ),
          attempts: Type.Optional(
            Type.Integer({
              description: 'The calls to a number in 24 hours that the task got as its budget.',
            }),
          ),
          isMore: Type.Optional(Type.Boolean({ description: 'True if there are more.' })),
        }),
        {
          description:
            'Left out if there are none. `simulated_before`: real phones ring now, but the calls of the task that this one was copied from, or continues, were simulated. `country_unknown`: the hours are those of the called person, but the country of numbers is not known, so the clock of the service decides. `undisclosed_agent`: a call can come to a voice agent before it was said that the voice is artificial. Of real calls: `no_hours`: the task has no calling hours; `no_opt_out`: no step of its flow puts a number on a do-not-call list; `no_budget`: neither the task nor the service has a budget; `default_budget`: the same, and it got the one of the service for such tasks (`defaultAttemptsPerDay`). The preview has all warnings.',
        },
      ),
    ),
  }),
)

/** More than there are. */
const MAX_NAMED_GROUPS = 100

export const RecallRequest = named(
  'RecallRequest',
  Type.Object(
    {
      contactIds: optional(
        Type.Array(Type.String(), {
          description: 'Contacts to redial. If empty or absent, all that failed.',
        }),
      ),
      outcomes: optional(
        Type.Array(oneOf(RECALLED_OUTCOMES), {
          maxItems: MAX_NAMED_GROUPS,
          description:
            'Instead of contactIds: all contacts with one of these outcomes. Without it, causes are looked for among all.',
          examples: [['failed']],
        }),
      ),
      causes: optional(
        Type.Array(oneOf([...DIAL_CAUSES]), {
          maxItems: MAX_NAMED_GROUPS,
          description:
            'Instead of contactIds: only contacts whose last call ended so, or that were skipped for this reason.',
          examples: [['busy', 'no_answer']],
        }),
      ),
      priority: optional(
        Type.Integer({
          ...settingSchemas.priority,
          default: 5,
          description: 'For these redials only. 5 is after everything else that waits for a line.',
        }),
      ),
    },
    { examples: [{ contactIds: [EXAMPLE_ID], priority: 2 }, { causes: ['busy'] }, {}] },
  ),
)

export const RecallResult = named(
  'RecallResult',
  Type.Object({
    recallCount: Type.Integer(),
    recallIds: Type.Array(Id, { description: 'Without contacts that are being dialed or already wait.' }),
  }),
)
