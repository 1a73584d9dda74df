// Sends a long page of a list while it is read, so that it is never in memory as a whole.
import type { FastifyReply } from 'fastify'
import { sendPieces } from './send-pieces.ts'

export function sendPage<Row>(
  reply: FastifyReply,
  total: number,
  parts: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): FastifyReply {
  return sendPieces(reply, write(total, parts, present))
}

async function* write<Row>(
  total: number,
  parts: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  yield `{"total":${total},"rows":[`
  let separator = ''
  for await (const rows of parts) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => JSON.stringify(present(row))).join(',')
    separator = ','
  }
  yield ']}'
}
