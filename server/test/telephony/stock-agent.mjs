// A voice agent as the documentation of OpenAI's agents SDK shows it for Twilio, with nothing in it that knows Carillon. It runs
// in the folder that install-stock-agent.ts makes; the model is at the address given.

import { RealtimeAgent, RealtimeSession } from '@openai/agents/realtime'
import { TwilioRealtimeTransportLayer } from '@openai/agents-extensions'
import { WebSocketServer } from 'ws'

const [modelUrl] = process.argv.slice(2)
const agent = new RealtimeAgent({ name: 'Greeter', instructions: 'You greet the callee.' })
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })

server.on('connection', async (twilioWebSocket) => {
  const transport = new TwilioRealtimeTransportLayer({ twilioWebSocket })
  const session = new RealtimeSession(agent, { transport })
  session.on('error', () => undefined)
  await session.connect({ apiKey: 'of nobody', url: modelUrl })
})
server.on('listening', () => process.stdout.write(`${server.address().port}\n`))
