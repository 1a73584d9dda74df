// Speaks the Model Context Protocol with one assistant: lists the tools that its token has, runs them, and asks the person before phones
// ring.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { VERSION } from '../../platform/kernel/version.ts'
import { ApiRefused, ASSISTANT_TOOLS, type AssistantTool, type ToolApi } from './assistant-tools.ts'

export interface AssistantRights {
  mayWrite: boolean
  /** The owner of the token allowed it. */
  mayRing: boolean
}

const INSTRUCTIONS =
  'Carillon calls phone numbers by rules: data sources hold contacts, tasks dial them. You can read everything that your token may read, and prepare tasks, flows and ' +
  'imports. What makes phones ring is only there if the owner of the token allowed it, and the person is asked each time.'

/** How long a person may take to answer. */
const CONFIRM_MS = 5 * 60_000

export function createAssistantServer(api: ToolApi, { mayWrite, mayRing }: AssistantRights): Server {
  const server = new Server(
    { name: 'carillon', title: 'Carillon', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  const tools = ASSISTANT_TOOLS.filter(
    ({ kind }) => kind === 'read' || (mayWrite && (kind === 'prepare' || mayRing)),
  )

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: tools.map(({ name, title, description, inputSchema, kind }) => ({
      ...{ name, title, description, inputSchema },
      annotations: {
        readOnlyHint: kind === 'read',
        destructiveHint: kind === 'ring',
        openWorldHint: kind === 'ring',
      },
    })),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return refused(`there is no tool ${params.name}`)
    const given = params.arguments ?? {}
    const missing = tool.inputSchema.required?.find((name) => given[name] === undefined)
    if (missing !== undefined) return refused(`${missing} is required`)
    try {
      const no = await whyNot(tool, given, { signal, relatedRequestId: requestId })
      if (no !== undefined) return refused(no)
      return { content: [{ type: 'text', text: JSON.stringify(await tool.run(api, given)) }] }
    } catch (error) {
      if (error instanceof ApiRefused) return refused(error.message)
      throw error
    }
  })

  /** Undefined if the person agrees, or need not be asked. */
  async function whyNot(
    tool: AssistantTool,
    given: Record<string, unknown>,
    of: { signal: AbortSignal; relatedRequestId: string | number },
  ): Promise<string | undefined> {
    if (!tool.question) return undefined
    if (!server.getClientCapabilities()?.elicitation)
      return `${tool.name} makes phones ring, and your program cannot ask the person for confirmation: do it in the console instead`
    const answer = await server.elicitInput(
      {
        mode: 'form',
        message: await tool.question(api, given),
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Yes, phones may ring', default: false } },
          required: ['confirm'],
        },
      },
      { ...of, timeout: CONFIRM_MS },
    )
    if (answer.action === 'accept' && answer.content?.['confirm'] === true) return undefined
    return 'the person did not agree: nothing was done'
  }

  return server
}

function refused(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
