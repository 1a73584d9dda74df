// Opt-outs and the ends of calls, with their results, that are not in the database when a node must stop. They go to the node's
// disk, in a file that only its owner can read. The next start writes them to the database, then deletes the file.
//
// An ended call is taken back even if another node has taken it over: that node can only ask the gateway, which may have
// forgotten the call, while this one knows how it ended.
import type { NodeContext } from '../dialer-options.ts'
import type { Membership } from '../node/membership.ts'
import { takeBackCalls } from '../node/node.queries.ts'
import type { EndedCall, NodeCalls } from '../node/node-calls.ts'
import type { KeptOptOut, OptOuts } from './opt-outs.ts'
import type { UnwrittenFiles } from './unwritten-files.ts'

interface UnwrittenWords {
  optOuts: KeptOptOut[]
  ends: EndedCall[]
}

interface UnwrittenParts {
  membership: Membership
  calls: NodeCalls
  optOuts: OptOuts
}

export function createUnwritten(node: NodeContext, { membership, calls, optOuts }: UnwrittenParts) {
  const { db, log, unwrittenFiles: files, onEnd } = node
  /** Files whose words are not all in the database yet. Undefined: not read yet. */
  let open: Map<string, UnwrittenWords> | undefined

  async function takeBack(ends: EndedCall[]): Promise<void> {
    if (ends.length === 0) return
    const keys = ends.map(({ phoneKey }) => phoneKey)
    const ids = ends.map(({ id }) => id)
    const ours = new Set(
      (await takeBackCalls(db, [membership.nodeId(), keys, ids])).map(({ id }) => id as string),
    )
    for (const end of ends) if (ours.has(end.id)) calls.ended.set(end.id, end)
    if (ours.size > 0) onEnd()
  }

  async function readAll(from: UnwrittenFiles): Promise<Map<string, UnwrittenWords>> {
    const found = new Map<string, UnwrittenWords>()
    try {
      for (const [file, text] of await from.read()) found.set(file, parse(text))
    } catch (error) {
      log.error({ err: error }, 'what calls said before the last stop cannot be read from the disk')
    }
    return found
  }

  function isWritten({ optOuts: wishes, ends }: UnwrittenWords): boolean {
    return (
      wishes.every(({ callId }) => optOuts.written(callId) === undefined) &&
      ends.every(({ id }) => !calls.ended.has(id))
    )
  }

  return {
    takeBack,

    /** With every heartbeat: writes what an earlier run of this node has left on the disk, and deletes what is written. */
    async restore(): Promise<void> {
      if (open?.size === 0 || !files) return
      if (!open) {
        open = await readAll(files)
        for (const { optOuts: wishes, ends } of open.values()) {
          log.warn(
            { optOuts: wishes.length, ends: ends.length },
            'the last stop left words of calls on the disk; writing them to the database',
          )
          for (const wish of wishes) optOuts.keep(wish)
          await takeBack(ends)
        }
        return
      }
      for (const [file, words] of open) {
        if (!isWritten(words)) continue
        await files.remove(file)
        open.delete(file)
      }
    },

    /** After the last attempt to write to the database. */
    async save(): Promise<void> {
      const words = { optOuts: optOuts.unwritten(), ends: [...calls.ended.values()] }
      if (words.optOuts.length + words.ends.length === 0) return
      if (!files) {
        log.error(
          { optOuts: words.optOuts.length, ends: words.ends.length },
          'what calls have said could not be written',
        )
        return
      }
      await files.save(JSON.stringify(words))
      log.warn(
        { optOuts: words.optOuts.length, ends: words.ends.length },
        'what calls have said could not be written to the database; it is on the disk until the next start',
      )
    },
  }
}

function parse(text: string): UnwrittenWords {
  const { optOuts, ends } = JSON.parse(text) as UnwrittenWords
  return { optOuts, ends: ends.map(withDates) }
}

function withDates(end: EndedCall): EndedCall {
  return { ...end, answerTime: end.answerTime && new Date(end.answerTime), endTime: new Date(end.endTime) }
}
