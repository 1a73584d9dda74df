// The JSON form of the results of a task.
import { Type } from 'typebox'
import { Id, named, Timestamp } from '../../../platform/http/schemas/route-schema.ts'

const contacts = Type.Integer({ description: 'Contacts whose last answered call had it.', examples: [42] })

const values = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), contacts }), { description })

const byName = (description: string) =>
  Type.Array(
    Type.Object({
      name: Type.String({ examples: ['confirm'] }),
      values: values('The 20 most frequent; an empty text if nothing valid was keyed in.'),
      distinctValues: Type.Integer({ description: 'How many different values there are.', examples: [3] }),
    }),
    { description },
  )

export const TaskResults = named(
  'TaskResults',
  Type.Object(
    {
      taskId: Id,
      countedTime: { ...Timestamp, description: 'When they were counted.' },
      contacts: Type.Integer({ description: 'Contacts with a result.', examples: [100] }),
      verdicts: values('Who answered.'),
      digits: byName('What was keyed in, by gather step, in the order of the flow.'),
      fields: byName('Values of result fields.'),
      transfers: values('How transfers went.'),
      agents: values('How voice agents ended.'),
      optOuts: Type.Integer({ description: 'Contacts that asked for no more calls.' }),
      callbacks: Type.Integer({ description: 'Contacts that asked for another call.' }),
      recorded: Type.Integer({ description: 'Contacts with a recording.' }),
      hungUps: Type.Integer({ description: 'Contacts that hung up before the flow came to its end.' }),
    },
    {
      description:
        'What came of the answered calls of a task. Of each contact the last answered call counts.',
    },
  ),
)
