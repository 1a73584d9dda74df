// What an assistant can do: each tool is one request to the API, with the token that the assistant has, so what it may do and what it sees is
// decided where it is decided for everybody. Tools that make phones ring say what they ask the person before.
import { counted } from '../../platform/kernel/counted.ts'

/** A request to the API with the assistant's token. Throws `ApiRefused`. */
export interface ToolApi {
  get(path: string): Promise<unknown>
  post(path: string, body: object | FormData): Promise<unknown>
}

/** The API answered with an error, which the assistant is told. */
export class ApiRefused extends Error {
  override name = 'ApiRefused'
}

type Arguments = Record<string, unknown>

export interface AssistantTool {
  name: string
  title: string
  description: string
  /** `ring`: makes phones ring. */
  kind: 'read' | 'prepare' | 'ring'
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] }
  run(api: ToolApi, given: Arguments): Promise<unknown>
  /** Of tools that make phones ring: what the person is asked. */
  question?(api: ToolApi, given: Arguments): Promise<string>
}

const id = (of: string) => ({ type: 'string', description: `The id of the ${of}.` })
const text = (description: string) => ({ type: 'string', description })
const taskId = { taskId: id('task') }

function takes(required: string[], properties: Record<string, object>): AssistantTool['inputSchema'] {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

const pathPart = (value: unknown) => encodeURIComponent(String(value))

function query(given: Arguments): string {
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const PAGE = { pageSize: 50 }

const reading: AssistantTool[] = [
  {
    name: 'list_tasks',
    title: 'List tasks',
    description:
      'The newest 50 tasks, or those whose name contains a text, with how many of their contacts are done.',
    kind: 'read',
    inputSchema: takes([], {
      taskName: text('A part of the name.'),
      group: { type: 'string', enum: ['active', 'drafts', 'ended'] },
    }),
    run: (api, { taskName, group }) =>
      api.get(`/api/task/list${query({ ...PAGE, include: 'progress', taskName, group })}`),
  },
  ofTask('get_task', 'Show a task', 'State, figures and dates of a task.', 'detail'),
  ofTask(
    'explain_task',
    'Explain a task',
    'Why a task is dialing now or not, and what would change it.',
    'explain',
  ),
  ofTask(
    'preview_task',
    'Preview a task',
    'What a task would do if it were published now: who would be called, who would not and why, and when.',
    'preview',
  ),
  ofTask(
    'count_contacts',
    'Count contacts',
    'How many contacts of a task are in which state, and why their last calls ended.',
    'contacts/counts',
  ),
  {
    name: 'report',
    title: 'Report',
    description: 'What came of the calls in a period, of all tasks or of some.',
    kind: 'read',
    inputSchema: takes(['from', 'to'], {
      from: text('First moment, YYYY-MM-DD HH:MM:SS in the time zone of the service.'),
      to: text('End, which is not included; the same form.'),
      taskIds: text('Ids of tasks, separated by commas; default: all.'),
    }),
    run: (api, { from, to, taskIds }) => api.get(`/api/report${query({ from, to, taskIds })}`),
  },
  {
    name: 'number_history',
    title: 'History of a number',
    description: 'Every call to a phone number and every decision about it, over all tasks.',
    kind: 'read',
    inputSchema: takes(['phoneNumber'], { phoneNumber: text('The phone number.') }),
    run: (api, { phoneNumber }) => api.get(`/api/number/${pathPart(phoneNumber)}/history${query(PAGE)}`),
  },
  {
    name: 'list_data_sources',
    title: 'List data sources',
    description: 'The newest 50 lists of contacts, or those whose name contains a text.',
    kind: 'read',
    inputSchema: takes([], { dataSourceName: text('A part of the name.') }),
    run: (api, { dataSourceName }) => api.get(`/api/dataSource/list${query({ ...PAGE, dataSourceName })}`),
  },
]

const flow = {
  type: 'object',
  description:
    'What an answered call does: { "steps": [{ "id", "type", … }] }, as docs/call-flows.md describes it.',
}

const preparing: AssistantTool[] = [
  {
    name: 'draft_task',
    title: 'Draft a task',
    description: 'Creates a draft of a task. It calls nobody until a person publishes it.',
    kind: 'prepare',
    inputSchema: takes(['taskName', 'dataSourceId'], {
      taskName: text('A name that no other task has.'),
      dataSourceId: id('data source that it dials'),
      flow,
      settings: { type: 'object', description: 'Other settings of POST /api/task/add, by their names.' },
    }),
    run: (api, { settings, ...given }) => api.post('/api/task/add', { ...(settings as object), ...given }),
  },
  {
    name: 'check_flow',
    title: 'Check a call flow',
    description: 'Says what is wrong with a call flow, step by step.',
    kind: 'prepare',
    inputSchema: takes(['flow'], { flow, dataSourceId: id('data source whose fields its texts use') }),
    run: (api, given) => api.post('/api/flow/check', given),
  },
  {
    name: 'preview_flow',
    title: 'Preview a call flow',
    description:
      'Plays a call flow through on paper: what is said and asked, with the keys that the callee presses.',
    kind: 'prepare',
    inputSchema: takes(['flow'], {
      flow,
      fields: { type: 'object', description: 'Values for the placeholders of its texts.' },
      events: {
        type: 'array',
        items: { type: 'object' },
        description:
          'What happens, in order, such as { "key": "1" }, { "wait": true } or { "verdict": "machine" }.',
      },
    }),
    run: (api, given) => api.post('/api/flow/preview', given),
  },
  {
    name: 'preview_import',
    title: 'Preview an import',
    description:
      'Uploads the text of a CSV file for a data source and shows how it would be read: columns, phone numbers, first rows. Nothing is imported until a person starts the import.',
    kind: 'prepare',
    inputSchema: takes(['dataSourceId', 'content'], {
      dataSourceId: id('data source'),
      fileName: text('Such as contacts.csv.'),
      content: text('The text of the file.'),
    }),
    run(api, { dataSourceId, fileName = 'contacts.csv', content }) {
      const form = new FormData()
      form.append('file', new Blob([String(content)]), String(fileName))
      return api.post(`/api/dataSource/${pathPart(dataSourceId)}/import`, form)
    },
  },
]

const ringing: AssistantTool[] = [
  {
    name: 'publish_task',
    title: 'Publish a task',
    description: 'Starts to dial a draft. Phones ring. The person is asked first.',
    kind: 'ring',
    inputSchema: takes(['taskId'], taskId),
    question: async (api, given) => `Publish ${await nameOf(api, given)}? It starts to call its contacts.`,
    run: (api, { taskId: task }) => api.post('/api/task/publish', { id: task }),
  },
  {
    name: 'resume_task',
    title: 'Resume a task',
    description: 'Dials a paused or failed task again. Phones ring. The person is asked first.',
    kind: 'ring',
    inputSchema: takes(['taskId'], taskId),
    question: async (api, given) => `Resume ${await nameOf(api, given)}? It continues to call its contacts.`,
    run: (api, { taskId: task }) => api.post('/api/task/resume', { id: task }),
  },
  {
    name: 'recall_contacts',
    title: 'Recall contacts',
    description:
      'Dials contacts of a task again that are done: those that failed, or those with the outcomes given. Phones ring. The person is asked first.',
    kind: 'ring',
    inputSchema: takes(['taskId'], {
      ...taskId,
      outcomes: { type: 'array', items: { type: 'string', enum: ['success', 'failed', 'skipped'] } },
    }),
    question: async (api, given) => `Call contacts of ${await nameOf(api, given)} again?`,
    run: (api, { taskId: task, outcomes }) =>
      api.post(`/api/task/${pathPart(task)}/recall`, { ...(outcomes !== undefined && { outcomes }) }),
  },
  {
    name: 'call_number',
    title: 'Call a number',
    description: 'Calls one number now. A phone rings. The person is asked first.',
    kind: 'ring',
    inputSchema: takes(['phoneNumber', 'flow'], {
      phoneNumber: text('The phone number.'),
      flow,
      fields: { type: 'object', description: 'Values for the placeholders of the flow.' },
    }),
    question: async (_api, { phoneNumber }) => `Call ${String(phoneNumber)} now?`,
    run: (api, given) => api.post('/api/call', given),
  },
]

export const ASSISTANT_TOOLS: readonly AssistantTool[] = [...reading, ...preparing, ...ringing]

function ofTask(name: string, title: string, description: string, path: string): AssistantTool {
  return {
    ...{ name, title, description, kind: 'read' },
    inputSchema: takes(['taskId'], taskId),
    run: (api, { taskId: task }) =>
      api.get(
        path === 'detail' ? `/api/task/detail/${pathPart(task)}` : `/api/task/${pathPart(task)}/${path}`,
      ),
  }
}

/** As the service knows it, not as the assistant says. */
async function nameOf(api: ToolApi, { taskId: task }: Arguments): Promise<string> {
  const { taskName, contactCount } = (await api.get(`/api/task/detail/${pathPart(task)}`)) as {
    taskName: string
    contactCount: number
  }
  return `the task "${taskName}" with ${counted(contactCount, 'contact')}`
}
