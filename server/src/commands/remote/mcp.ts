// `carillon mcp`: connects an assistant that speaks the Model Context Protocol over standard input and output with the /mcp of a running
// service, whatever either of them says. So there is one list of tools, with the rights of the token.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { readConfig } from '../../config.ts'
import { sayAside } from '../terminal.ts'
import { openApi } from './api-client.ts'

const INTERNAL_ERROR = -32_603

export async function mcpCommand(flags: { url?: string }): Promise<void> {
  const api = await openApi(readConfig(), flags.url)
  const assistant = new StdioServerTransport()
  const service = new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
    requestInit: { headers: { authorization: api.authorization } },
  })
  let initializeId: string | number | undefined

  assistant.onmessage = (message) => {
    if (isJSONRPCRequest(message) && message.method === 'initialize') initializeId = message.id
    service.send(message).catch((error: Error) => answerFailure(message, error))
  }
  service.onmessage = (message) => {
    if (isJSONRPCResultResponse(message) && message.id === initializeId)
      service.setProtocolVersion(String(message.result['protocolVersion']))
    assistant.send(message).catch(() => undefined)
  }
  // What a request needs to know is told in its answer.
  service.onerror = () => undefined

  function answerFailure(message: JSONRPCMessage, error: Error): void {
    if (!isJSONRPCRequest(message)) return
    const failed = { code: INTERNAL_ERROR, message: `${api.url}: ${error.message}` }
    assistant.send({ jsonrpc: '2.0', id: message.id, error: failed }).catch(() => undefined)
  }

  await service.start()
  await assistant.start()
  sayAside(`Connected to ${api.url}.`)
  await new Promise<void>((done) => {
    process.stdin.once('end', done)
    process.stdin.once('close', done)
  })
  await service.terminateSession().catch(() => undefined)
  await service.close()
}
