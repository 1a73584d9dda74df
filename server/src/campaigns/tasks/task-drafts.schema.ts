// The JSON forms of drafts, and the rules for what callers send.
import { Type } from 'typebox'
import { EXAMPLE_ID, Id, named, optional, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import { addedFields, taskDesc, taskName } from './task-fields.schema.ts'
import { newSettingInputs, settingInputs } from './task-settings.schema.ts'

export const NewTask = named(
  'NewTask',
  Type.Object(
    {
      taskName,
      taskDesc: optional(taskDesc),
      dataSourceId: { ...Id, description: 'A data source that exists.' },
      ...newSettingInputs,
    },
    {
      examples: [
        {
          taskName: 'Spring call-back',
          dataSourceId: EXAMPLE_ID,
          priority: 2,
          maxDialCount: 3,
          callInterval: 300,
          dailyStartTime: '09:00',
          dailyEndTime: '18:00',
        },
      ],
    },
  ),
)

export const TaskChange = named(
  'TaskChange',
  Type.Object(
    {
      id: Id,
      taskName: optional(taskName),
      taskDesc: optional(taskDesc),
      ...settingInputs,
    },
    { examples: [{ id: EXAMPLE_ID, priority: 1, dailyEndTime: '20:00' }] },
  ),
)

export const TaskCopy = named(
  'TaskCopy',
  Type.Object(
    {
      id: { ...Id, description: 'The task to copy.' },
      taskName: optional({
        ...taskName,
        description: 'Without it, the copy of "X" is "X (2)", or the first number that is free.',
      }),
    },
    { examples: [{ id: EXAMPLE_ID, taskName: 'Spring call-back, second wave' }, { id: EXAMPLE_ID }] },
  ),
)

export const AddedTask = named('AddedTask', Type.Object(addedFields))

export const UpdatedTask = named(
  'UpdatedTask',
  Type.Object({ id: Id, taskName: Type.String(), updateTime: Timestamp }),
)
