// Sends a file as an answer.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface FileToSend {
  stream: Readable
  extension: string
  mediaType: string
}

export function sendFile(
  reply: FastifyReply,
  { stream, extension, mediaType }: FileToSend,
  name: string,
): FastifyReply {
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}.${extension}"`)
    .send(stream)
}
