// A receiver that a customer might have: it knows only `standardwebhooks`. It is slow, answers 500 or not at all at random, but takes what
// comes again, and notes what it took before it says so, as a database would. Arguments: port, secret, file of the notes.

import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const [port, secret, notes] = process.argv.slice(2)
const webhook = new Webhook(secret)
const refused = new Set()
const note = (line) => appendFileSync(notes, `${JSON.stringify(line)}\n`)

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  let event
  try {
    event = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
  } catch (error) {
    note({ wrong: String(error) })
    response.writeHead(401).end()
    return
  }
  const id = request.headers['webhook-id']
  const luck = refused.has(id) ? 1 : Math.random()
  if (luck < 0.12) refused.add(id)
  if (luck < 0.1) return response.writeHead(500).end('at random')
  if (luck < 0.12) return request.socket.destroy()
  if (luck < 0.2) await new Promise((resolve) => setTimeout(resolve, 300))
  const { type, data } = event
  note({
    message: id,
    type,
    taskId: data.taskId,
    id: data.id,
    operation: data.operation,
  })
  // It has taken it, and the sender does not learn of it.
  if (luck < 0.22) return request.socket.destroy()
  response.writeHead(204).end()
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'))
