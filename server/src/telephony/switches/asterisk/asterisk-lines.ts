// The lines of an Asterisk: which there are, which of them has a call, and why one takes none. All of them share the link.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { AriClient } from './ari/ari-client.ts'
import { type AsteriskLine, createLine, type LineSettings } from './line.ts'

interface AsteriskLinesOptions {
  url: string
  /** Of an Asterisk of the user's: its only line. */
  sharedLine: LineSettings | undefined
  ari: AriClient
  /** Why no line can take a call, of the link and of what answers calls. */
  linkFault(): string | undefined
  answerFault(): string | undefined
  /** Tells Asterisk to which application calls from outside by this line go; without one, to that of the link. */
  announce(line: AsteriskLine, app?: string): Promise<void>
  lookMs: { down: number; up: number }
  clock: Clock
  log: Log
}

export type AsteriskLines = ReturnType<typeof createAsteriskLines>

export const NOT_LOADED = 'Asterisk has not loaded the trunk'

export function createAsteriskLines(options: AsteriskLinesOptions) {
  const { url, ari, linkFault, answerFault, lookMs, clock, log } = options
  const lines = new Map<string, AsteriskLine>()

  function add(settings: LineSettings): AsteriskLine {
    const isLinkUp = () => linkFault() === undefined
    const line = createLine({
      ...{ settings, url, isOwn: options.sharedLine === undefined, ari, clock, log },
      ...{ isLinkUp, greet, fault, lookMs },
    })
    lines.set(settings.id, line)
    return line
  }

  /** It can take calls afterwards, unless its condition says why not. */
  async function greet(line: AsteriskLine): Promise<void> {
    await line.condition.check()
    await welcome(line)
  }

  /** Its condition is known. */
  async function welcome(line: AsteriskLine, app?: string): Promise<void> {
    if (line.condition.name !== undefined) await options.announce(line, app)
    line.isKnown = true
  }

  function fault(line: AsteriskLine | undefined): string | undefined {
    if (!line) return linkFault() ?? NOT_LOADED
    const notKnown = line.isKnown ? undefined : 'Asterisk has not been asked about the trunk yet'
    return linkFault() ?? line.condition.fault() ?? notKnown ?? answerFault()
  }

  const shared = options.sharedLine && add(options.sharedLine)

  return {
    shared,
    all: () => lines.values(),
    count: () => lines.size,
    fault,
    welcome,

    /** Of a trunk; a shared Asterisk has one line, whatever trunk it is. A call without a route takes the only line that there is. */
    of(id: string | undefined): AsteriskLine | undefined {
      const [first, ...others] = lines.values()
      return shared ?? (id === undefined && others.length === 0 ? first : lines.get(id ?? ''))
    },

    /** By what Asterisk calls it, such as `PJSIP/trunk`. */
    at: (endpoint: string): AsteriskLine | undefined =>
      [...lines.values()].find(({ condition }) => condition.name === endpoint),

    open(settings: LineSettings): void {
      const { looks } = add(settings)
      if (linkFault() === undefined) looks.now()
    },

    remove(id: string): void {
      lines.get(id)?.looks.close()
      lines.delete(id)
    },

    close(): void {
      for (const { looks } of lines.values()) looks.close()
    },
  }
}
