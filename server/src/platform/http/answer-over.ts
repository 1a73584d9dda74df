// Calls back when an answer is over: it was sent completely, or its connection was closed.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Calls back exactly once, at once if the answer is already over. */
export function onAnswerOver(request: FastifyRequest, reply: FastifyReply, callBack: () => void): void {
  const { socket } = request.raw
  const answer = reply.raw
  let isOver = false

  function finish(): void {
    if (isOver) return
    isOver = true
    answer.off('close', finish)
    socket.off('close', finish)
    // Node does not notify an answer that is queued behind another one when their connection closes.
    if (!answer.destroyed && !answer.writableFinished) answer.destroy()
    callBack()
  }

  answer.on('close', finish)
  socket.on('close', finish)
  if (answer.destroyed || socket.destroyed) finish()
}
