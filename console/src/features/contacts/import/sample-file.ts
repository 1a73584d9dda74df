// A file to begin with: the titles of the usual fields, and rows to replace. Made-up numbers of the range that is kept
// free for films.
import { csvLine } from '../../../../../server/src/tabular/write-csv.ts'

const rows = [
  ['phoneNumber', 'customerName', 'address', 'orderAmount'],
  ['+1 202-555-0110', 'Ann Example', '1 Main Street', '299.50'],
  ['+1 202-555-0125', '王小明', '北京市朝阳区', '120'],
  ['+1 202-555-0130', 'Lee Sample', '', '35.90'],
]

export function sampleFile(): { name: string; content: Blob } {
  // With a byte order mark, or Excel takes it for another encoding.
  const content = new Blob(['\ufeff', ...rows.map(csvLine)], { type: 'text/csv' })
  return { name: 'contacts-sample.csv', content }
}
