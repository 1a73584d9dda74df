// Limits how many expensive requests run at once, per token and per node, and ends them when their token is no longer valid. A
// route declares its kind of work in `config.work`. A slot is taken before the body is read. It is released when the answer
// is over and the handler has returned: a client that disconnects does not free its slot while its work still runs.
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Principal } from '../../kernel/access/principal.ts'
import { TooManyRequests } from '../../kernel/errors.ts'
import type { TokenWatch } from '../access/token-watch.ts'
import { onAnswerOver } from '../answer-over.ts'
import type { Api, LimitedWork } from '../schemas/route-schema.ts'

interface WorkLimit {
  perToken: number
  /** Max number at once for all tokens together, on this node. */
  total: number
}

export type WorkLimits = Record<LimitedWork, WorkLimit>

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null
    /** Ends the answer when its token is no longer valid; without it the connection is closed. */
    endAnswer: (() => void) | null
  }
}

const RETRY_SECONDS = 5
const names: Record<LimitedWork, string> = {
  exports: 'exports',
  uploads: 'uploads',
  eventStreams: 'event streams',
  largeReads: 'large lists being read',
}

export function addWorkLimits(app: Api, limits: WorkLimits, tokenWatch: TokenWatch): void {
  const counters = Object.fromEntries(
    Object.entries(limits).map(([work, limit]) => [work, createCounter(work as LimitedWork, limit)]),
  ) as Record<LimitedWork, WorkCounter>

  /** Until whoever asks is gone, or may no longer do or see what the request was begun with. */
  function watchOver({ credential, principal, routeOptions }: FastifyRequest, onRefused: () => void) {
    const { needs } = routeOptions.config
    if (!credential || !principal || !needs) return () => undefined
    const sources = String(principal.dataSourceIds)
    const stillMay = (now: Principal) => now.permissions.has(needs) && String(now.dataSourceIds) === sources
    return tokenWatch.watch(credential, stillMay, onRefused)
  }

  app.decorateRequest('place', null)
  app.decorateRequest('endAnswer', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.work) route.handler = holdingPlace(route.handler)
  })
  // After authentication, before the body.
  app.addHook('onRequest', (request, reply, done) => {
    const { work } = request.routeOptions.config
    const kind = typeof work === 'function' ? work(request) : work
    if (!kind) {
      done()
      return
    }
    try {
      const place = createPlace(counters[kind].take(request.principal?.id ?? ''))
      request.place = place
      place.hold()
      const unwatch = watchOver(request, () => {
        if (request.endAnswer) request.endAnswer()
        else reply.raw.destroy()
      })
      onAnswerOver(request, reply, () => {
        unwatch()
        place.release()
      })
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

function holdingPlace(handler: RouteHandlerMethod): RouteHandlerMethod {
  return async function (request, reply) {
    request.place?.hold()
    try {
      return await handler.call(this, request, reply)
    } finally {
      request.place?.release()
    }
  }
}

interface WorkCounter {
  /** Takes a slot and returns the function that releases it; throws if none is free. */
  take(tokenId: string): () => void
}

function createCounter(work: LimitedWork, { perToken, total }: WorkLimit): WorkCounter {
  const byToken = new Map<string, number>()
  let running = 0

  return {
    take(tokenId) {
      const own = byToken.get(tokenId) ?? 0
      if (own >= perToken) throw tooManyAtOnce('token', own, work)
      if (running >= total) throw tooManyAtOnce('node', running, work)
      running += 1
      byToken.set(tokenId, own + 1)
      return () => {
        running -= 1
        const left = (byToken.get(tokenId) ?? 1) - 1
        if (left > 0) byToken.set(tokenId, left)
        else byToken.delete(tokenId)
      }
    },
  }
}

function tooManyAtOnce(of: 'token' | 'node', running: number, work: LimitedWork): TooManyRequests {
  return new TooManyRequests(
    `this ${of} has ${running} ${names[work]}, and no more are allowed at once; try again when one has ended`,
    { fault: 'too_many_at_once', params: { work, of, running, seconds: RETRY_SECONDS } },
  )
}

interface Place {
  hold(): void
  release(): void
}

/** Released when every holder has released it. */
function createPlace(giveBack: () => void): Place {
  let holders = 0
  return {
    hold() {
      holders += 1
    },
    release() {
      holders -= 1
      if (holders === 0) giveBack()
    },
  }
}
