// The database as the processes of the world see it: real statements, each at its virtual time, with a way there
// and back on which things go wrong. A process that dies in a transaction leaves it to the server to notice.

import type {
  Database,
  Queryable,
  Rows,
  Statement,
  Transaction,
} from '../../src/platform/storage/database.ts'
import { DatabaseUnavailable } from '../../src/platform/storage/database-errors.ts'
import { type Actor, forever } from './actor.ts'
import { writtenCalls } from './history.ts'
import type { RealConnection, RealStatements } from './real-statements.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What happens to one statement, besides taking its time. */
type StatementFate =
  | 'fine'
  /** The connection is gone before the statement reaches the server, or before its answer comes back. */
  | 'lost before'
  | 'lost after'
  /** The connection is gone, and the statement or commit takes effect a little later all the same. */
  | 'late'
  | 'dies before'
  | 'dies after'

export interface StatementCourse {
  fate: StatementFate
  thereMs: number
  backMs: number
  /** The process is stopped for so long once the answer is there. */
  pauseMs: number
}

/** A statement that took effect: alone, or with its transaction. */
export interface Effect {
  label: string
  values: readonly unknown[]
  rows: Record<string, unknown>[]
  rowCount: number
  /** When it ran, which is before its transaction was committed. */
  atMs: number
}

interface DatabaseHooks {
  course(actor: Actor, label: string): StatementCourse
  /** Kills the process. */
  kill(actor: Actor): void
  onStatement(actor: Actor, label: string, detail: string): void
  onEffects(actor: Actor, effects: Effect[]): void
  /** How long the server takes to notice that a process is dead, or has its transaction open and says nothing. */
  silenceMs(actor: Actor, idleTimeoutMs: number): number
}

interface OpenTransaction {
  connection: RealConnection
  /** Lets the next one have the dialer's row. */
  letGo: (() => void) | undefined
  effects: Effect[]
  /** Over, as far as the server is concerned. */
  isOver: boolean
  isRunning: boolean
  /** One statement after the other, whoever waits for them. */
  last: Promise<unknown>
}

interface VirtualDatabase {
  session(actor: Actor): Database
  /** The process says nothing any more, for good or for a while: the server may lose patience. */
  fallSilent(actor: Actor): void
  /** How many transactions have changed something. */
  commits(): number
  openTransactions(): number
  /** Ends whatever is still open. */
  reset(): Promise<void>
}

const LATE_MS = 50
const REAL_PATIENCE = 1000
const dialerRow = /^(lock_dialer|change_limits)$/
const readOnly = /^(read|lock|find|list|count)_/

export function createVirtualDatabase(
  real: RealStatements,
  time: VirtualTime,
  hooks: DatabaseHooks,
): VirtualDatabase {
  const open = new Map<Actor, Set<OpenTransaction>>()
  let commits = 0
  let lastInLine: Promise<void> = Promise.resolve()

  const lost = () =>
    new DatabaseUnavailable('the database cannot be reached: simulated loss of the connection')

  function takeEffect(actor: Actor, effects: Effect[]): void {
    if (effects.some(({ label, rowCount }) => rowCount > 0 && !readOnly.test(label))) commits += 1
    hooks.onEffects(actor, effects)
  }

  /** Ends a transaction for the server, and frees its connection. */
  async function endTransaction(tx: OpenTransaction, text: 'commit' | 'rollback'): Promise<void> {
    if (tx.isOver) return
    tx.isOver = true
    await tx.connection.run({ text })
    real.giveBack(tx.connection)
    tx.letGo?.()
  }

  /**
   * Of several who wait for one row, PostgreSQL lets any go on if the row has changed. Whoever wants the dialer's row
   * waits here instead, in the order of coming.
   */
  async function takeDialerRow(label: string): Promise<(() => void) | undefined> {
    if (!dialerRow.test(label)) return undefined
    const before = lastInLine
    let letGo = () => {}
    lastInLine = new Promise((resolve) => {
      letGo = resolve
    })
    await before
    return letGo
  }

  async function runAlone<Row>(actor: Actor, statement: Statement): Promise<Rows<Row>> {
    const label = labelOf(statement)
    const { fate, thereMs, backMs, pauseMs } = hooks.course(actor, label)
    await actor.sleep(thereMs)
    if (fate !== 'fine') hooks.onStatement(actor, label, fate)
    if (fate === 'dies before') return die(actor)
    if (fate === 'lost before') throw lost()
    if (fate === 'late') {
      time.after(LATE_MS, () => void execute(actor, statement).catch(() => undefined))
      throw lost()
    }
    const result = await execute<Row>(actor, statement)
    hooks.onStatement(actor, label, `${result.rowCount} rows`)
    if (fate === 'dies after' || !actor.isAlive()) return die(actor)
    if (fate === 'lost after') throw lost()
    await rest(actor, pauseMs, backMs)
    return result
  }

  async function execute<Row>(actor: Actor, statement: Statement): Promise<Rows<Row>> {
    const label = labelOf(statement)
    const letGo = await takeDialerRow(label)
    const connection = await real.take()
    const atMs = time.nowMs()
    let result: Rows<Row>
    try {
      result = await connection.run<Row>(withRealPatience(statement))
    } finally {
      real.giveBack(connection)
      letGo?.()
    }
    takeEffect(actor, [describe(label, statement, result, atMs)])
    return result
  }

  async function runInside<Row>(actor: Actor, tx: OpenTransaction, statement: Statement): Promise<Rows<Row>> {
    const label = labelOf(statement)
    const { fate, thereMs, backMs, pauseMs } = hooks.course(actor, label)
    await actor.sleep(thereMs)
    if (tx.isOver) throw lost()
    if (fate !== 'fine') hooks.onStatement(actor, label, fate)
    if (fate === 'dies before') return die(actor)
    if (fate === 'lost before') {
      await endTransaction(tx, 'rollback')
      throw lost()
    }
    tx.isRunning = true
    tx.letGo ??= await takeDialerRow(label)
    const atMs = time.nowMs()
    const result = await tx.connection.run<Row>(withRealPatience(statement)).finally(() => {
      tx.isRunning = false
    })
    hooks.onStatement(actor, label, `${result.rowCount} rows`)
    tx.effects.push(describe(label, statement, result, atMs))
    if (fate === 'dies after') return die(actor)
    if (!actor.isAlive()) {
      // It died while the statement waited for a lock: the server notices as it answers.
      await endTransaction(tx, 'rollback')
      return forever()
    }
    if (fate === 'lost after' || fate === 'late') {
      await endTransaction(tx, 'rollback')
      throw lost()
    }
    await rest(actor, pauseMs, backMs)
    return result
  }

  async function commit(actor: Actor, tx: OpenTransaction): Promise<void> {
    const hasCalls = tx.effects.some(
      ({ label, values }) => label === 'write_calls' && writtenCalls(values).ids.length > 0,
    )
    const label = hasCalls ? 'commit of calls' : 'commit'
    const { fate, thereMs, backMs, pauseMs } = hooks.course(actor, label)
    await actor.sleep(thereMs)
    if (tx.isOver) throw lost()
    if (fate !== 'fine') hooks.onStatement(actor, label, fate)
    if (fate === 'dies before') return die(actor)
    if (fate === 'lost before') {
      await endTransaction(tx, 'rollback')
      throw lost()
    }
    if (fate === 'late') {
      time.after(LATE_MS, () => void endTransaction(tx, 'commit').then(() => takeEffect(actor, tx.effects)))
      throw lost()
    }
    await endTransaction(tx, 'commit')
    takeEffect(actor, tx.effects)
    if (fate === 'dies after' || !actor.isAlive()) return die(actor)
    if (fate === 'lost after') throw lost()
    await rest(actor, pauseMs, backMs)
  }

  function die(actor: Actor): Promise<never> {
    if (actor.isAlive()) hooks.kill(actor)
    return forever()
  }

  async function rest(actor: Actor, pauseMs: number, backMs: number): Promise<void> {
    if (pauseMs > 0) {
      hooks.onStatement(actor, 'stands still', `${pauseMs} ms`)
      actor.pause(pauseMs)
      fallSilent(actor)
    }
    await actor.sleep(backMs)
  }

  function fallSilent(actor: Actor): void {
    for (const tx of open.get(actor) ?? []) void loseInTime(actor, tx)
  }

  async function loseInTime(actor: Actor, tx: OpenTransaction): Promise<void> {
    if (tx.isOver || tx.isRunning) return
    const { rows } = await tx.connection.run<{ timeout: string }>({
      text: "select current_setting('idle_in_transaction_session_timeout') as timeout",
    })
    const patienceMs = parseTimeout(rows[0]?.timeout ?? '0') / REAL_PATIENCE
    const silenceMs = hooks.silenceMs(actor, patienceMs)
    const effects = tx.effects.length
    await time.sleep(silenceMs)
    // Unless it has gone on in the meantime.
    if (!tx.isRunning && (tx.effects.length === effects || !actor.isAlive()))
      await endTransaction(tx, 'rollback')
  }

  function session(actor: Actor): Database {
    const transactions = new Set<OpenTransaction>()
    open.set(actor, transactions)
    return {
      query: (statement) => runAlone(actor, statement),
      async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
        const tx: OpenTransaction = {
          connection: await real.take(),
          letGo: undefined,
          effects: [],
          isOver: false,
          isRunning: false,
          last: Promise.resolve(),
        }
        transactions.add(tx)
        let isLate = false
        try {
          await tx.connection.run({ text: 'begin isolation level read committed' })
          const inTurn = <Result>(run: () => Promise<Result>) => {
            const done = tx.last.then(run)
            tx.last = done.catch(() => undefined)
            return done
          }
          const queryable: Queryable = { query: (statement) => inTurn(() => runInside(actor, tx, statement)) }
          const result = await work(queryable as Transaction)
          isLate = true
          await inTurn(() => commit(actor, tx))
          return result
        } catch (error) {
          if (!isLate) await endTransaction(tx, 'rollback')
          throw error
        } finally {
          if (tx.isOver) transactions.delete(tx)
        }
      },
      withClient: () => Promise.reject(new Error('there is no such thing in this world')),
      usage: () => ({ open: 0, idle: 0, waiting: 0 }),
      close: async () => undefined,
    }
  }

  return {
    session,
    fallSilent,
    commits: () => commits,
    openTransactions: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),
    async reset() {
      // All at once: some wait for what others hold.
      const left = [...open.values()].flatMap((transactions) => [...transactions])
      await Promise.all(left.map((tx) => endTransaction(tx, 'rollback')))
      open.clear()
    },
  }
}

function describe<Row>(label: string, statement: Statement, result: Rows<Row>, atMs: number): Effect {
  const rows = result.rows as Record<string, unknown>[]
  return { label, values: statement.values ?? [], rows, rowCount: result.rowCount, atMs }
}

/** The server's own patience is measured in real time, which has nothing to do with ours: it must not run out. */
function withRealPatience(statement: Statement): Statement {
  const text = statement.text.replace(
    /((?:idle_in_transaction_session_timeout|lock_timeout)', ')(\d+)(m?s)'/,
    (_, start: string, time: string, unit: string) => `${start}${Number(time) * REAL_PATIENCE}${unit}'`,
  )
  return { ...statement, text }
}

function labelOf({ name, text }: Statement): string {
  return name ? name.replace(/_[0-9a-f]{8}$/, '') : text
}

/** As PostgreSQL shows it: 0, 500ms, 5s, 2min, 1h. */
function parseTimeout(text: string): number {
  const [, number = '0', unit = 'ms'] = /^(\d+)(\D*)$/.exec(text) ?? []
  return Number(number) * ({ '': 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000 }[unit] ?? 1)
}
