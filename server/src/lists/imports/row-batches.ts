// Gathers the rows of a file into batches of one transaction each.
import { lengthOf, type TableRow } from '../../platform/tabular/table-rows.ts'

/** Ends a batch of long rows early, to limit memory. */
const MAX_BATCH_CHARACTERS = 8 * 1024 * 1024

/** Each batch has up to `batchRows` rows, in the arrays in which they were read. */
export async function* gatherRows(
  batches: AsyncIterable<TableRow[]>,
  batchRows: number,
): AsyncGenerator<TableRow[][]> {
  let gathered: TableRow[][] = []
  let count = 0
  let characters = 0
  for await (let rows of batches) {
    while (rows.length > 0) {
      const taken = rows.slice(0, batchRows - count)
      rows = rows.slice(taken.length)
      gathered.push(taken)
      count += taken.length
      characters += lengthOf(taken)
      if (count < batchRows && characters < MAX_BATCH_CHARACTERS) continue
      yield gathered
      gathered = []
      count = characters = 0
    }
  }
  if (count > 0) yield gathered
}
