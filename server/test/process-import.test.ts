// Files are read in threads of their own, which have to start from the compiled service too.
import { expect, it } from 'vitest'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { addDataSource, serviceOfFile } from './support/carillon-process.ts'

const service = serviceOfFile()

it.each([
  ['CSV', Buffer.from('phoneNumber,name\n13800138000,王\n')],
  [
    'a workbook',
    workbookFile({ rows: ['phoneNumber', '110'].map((text) => `<row>${inlineCell(text)}</row>`).join('') }),
  ],
])('the compiled service imports %s', async (name, content) => {
  const id = await addDataSource(service(), name)
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(content)]), 'list')
  expect(
    await service().call(`/api/dataSource/${id}/contact/batchImport`, { method: 'POST', body }),
  ).toMatchObject({ status: 200, data: { successCount: 1, failCount: 0 } })
})
